from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0013_certificates'),
    ]

    operations = [
        migrations.AddField(
            model_name='printedfile',
            name='content_type',
            field=models.CharField(default='application/pdf', max_length=100),
        ),
    ]
