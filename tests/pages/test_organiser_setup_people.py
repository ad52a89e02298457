"""Players and teams at the organiser's desk: one by one, and as a list with a preview."""

import io
import re
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import making
from tournament.models import Player, Team, Tournament

pytestmark = pytest.mark.django_db

LIST = (
    "编号\t姓名\t队名\tEMA号\n21\t王芳\t一队\t04070001\n22\tD'ANGELO, Christiane\t二队\t\n23\t𠮷野家\t二队\t"
)


@pytest.fixture
def event() -> Tournament:
    return making.tournament(8, 2)


@pytest.fixture
def client(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def address(event: Tournament, name: str, *more: int) -> str:
    return reverse(f"organiser:{name}", args=[event.slug, *more])


def preview(client: Client, event: Tournament, text: str, **more: Any) -> Any:
    return client.post(address(event, "import"), {"text": text, "act": "read", **more})


def again(client: Client, event: Tournament, answer: Any, act: str = "store", **more: Any) -> Any:
    """Send the form of a preview, with the columns as they are chosen there."""
    columns = {f"column-{column.at}": column.field for column in answer.context["columns"]}
    form = columns | {"payload": answer.context["payload"], "act": act} | more
    return client.post(address(event, "import"), form)


# ── One by one


def test_one_more_gets_the_next_free_number(client: Client, event: Tournament) -> None:
    answer = client.post(
        address(event, "players"), {"name": "王芳", "team": "Team 1", "ema_number": "04070001"}
    )
    assert answer.status_code == 302
    made = event.players.get(name="王芳")
    assert (made.number, made.team and made.team.name, made.ema_number) == (9, "Team 1", "04070001")


def test_family_and_given_name_alone_make_the_name(client: Client, event: Tournament) -> None:
    client.post(address(event, "players"), {"family_name": "Müller", "given_name": "Hans"})
    client.post(address(event, "players"), {"family_name": "欧阳", "given_name": "娜娜"})
    assert list(event.players.filter(number__gt=8).values_list("name", flat=True)) == [
        "Hans Müller",
        "欧阳娜娜",
    ]


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "x", "number": "3"}, "number"),
        ({"name": "x", "number": "zero"}, "number"),
        ({"name": "x\x00y"}, "name"),
        ({"name": "x", "ema_number": "1" * 21}, "ema_number"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, event: Tournament, form: dict[str, str], field: str
) -> None:
    answer = client.post(address(event, "players"), form | {"club": "Roma"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert 'value="Roma"' in answer.content.decode()
    assert event.players.count() == 8


def test_a_namesake_is_enrolled_with_a_warning(client: Client, event: Tournament) -> None:
    answer = client.post(address(event, "players"), {"name": "Player 1", "team": "Team 1"}, follow=True)
    assert event.players.filter(name="Player 1").count() == 2
    assert "is in the list already" in answer.content.decode()


def test_a_player_is_changed(client: Client, event: Tournament) -> None:
    form = {"name": "陈伟", "number": "30", "team": "New team", "country": "中国", "is_stand_in": "on"}
    assert client.post(address(event, "player", 1), form).status_code == 302
    changed = event.players.get(number=30)
    assert (changed.name, changed.country, changed.is_stand_in) == ("陈伟", "中国", True)
    assert changed.team is not None
    assert changed.team.name == "New team"


def test_a_number_that_is_taken_is_refused(client: Client, event: Tournament) -> None:
    answer = client.post(address(event, "player", 1), {"name": "陈伟", "number": "2"})
    assert answer.status_code == 422
    assert "number" in answer.context["form"].errors


def test_a_team_that_its_last_player_leaves_is_gone(client: Client, event: Tournament) -> None:
    for number in (1, 2, 3, 4):
        client.post(address(event, "player", number), {"name": f"Player {number}", "team": "Team 2"})
    assert list(event.teams.values_list("name", flat=True)) == ["Team 2"]


def test_a_player_is_removed_after_a_question(client: Client, event: Tournament) -> None:
    assert "Remove Player 1?" in client.get(address(event, "player_remove", 1)).content.decode()
    assert event.players.filter(number=1).exists()
    assert client.post(address(event, "player_remove", 1)).status_code == 302
    assert not event.players.filter(number=1).exists()


def test_who_is_seated_cannot_be_removed(client: Client) -> None:
    event = making.drawn(8, 1)
    answer = client.post(address(event, "player_remove", 1))
    assert answer.status_code == 422
    assert "is seated in a draw" in answer.content.decode()
    assert event.players.count() == 8


@pytest.mark.parametrize(
    ("by", "first"), [("number", 1), ("name", 1), ("team", 1), ("country", 8), ("nonsense", 1)]
)
def test_the_list_can_be_ordered(client: Client, event: Tournament, by: str, first: int) -> None:
    Player.objects.filter(tournament=event, number__lt=8).update(country="Zambia")
    Player.objects.filter(tournament=event, number=8).update(country="Austria")
    people = client.get(address(event, "players") + f"?by={by}").context["players"]
    assert people[0].number == first


def test_names_are_shown_as_text(client: Client, event: Tournament) -> None:
    client.post(address(event, "players"), {"name": "<script>alert(1)</script>"})
    page = client.get(address(event, "players")).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


# ── A list


def test_a_preview_stores_nothing(client: Client, event: Tournament) -> None:
    answer = preview(client, event, LIST)
    assert answer.status_code == 200
    assert [person.name for person in answer.context["reading"].people] == [
        "王芳",
        "D'ANGELO, Christiane",
        "𠮷野家",
    ]
    assert answer.context["new_teams"] == ["一队", "二队"]
    assert event.players.count() == 8


def test_what_was_shown_is_stored(client: Client, event: Tournament) -> None:
    answer = again(client, event, preview(client, event, LIST))
    assert answer.status_code == 302
    made = event.players.filter(number__gt=8).select_related("team")
    assert [(p.number, p.name, p.team and p.team.name, p.ema_number) for p in made] == [
        (21, "王芳", "一队", "04070001"),
        (22, "D'ANGELO, Christiane", "二队", ""),
        (23, "𠮷野家", "二队", ""),
    ]


def test_a_list_with_an_error_is_stored_not_even_in_part(client: Client, event: Tournament) -> None:
    answer = preview(client, event, LIST + "\n3\t赵六\t一队\t\nA\t钱七\t一队\t")
    assert answer.context["errors"] == 2
    page = answer.content.decode()
    assert "Number 3 belongs to Player 3 already." in page
    assert "“A” is no number." in page
    assert 'value="store"' not in page
    assert again(client, event, answer).status_code == 422
    assert event.players.count() == 8


def test_problems_are_looked_for_again_when_the_list_is_stored(client: Client, event: Tournament) -> None:
    answer = preview(client, event, LIST)
    client.post(address(event, "players"), {"name": "quick", "number": "22"})
    answer = again(client, event, answer)
    assert answer.status_code == 422
    assert "Number 22 belongs to quick already." in answer.content.decode()
    assert event.players.count() == 9


def test_a_list_that_is_read_again_shows_what_changes_and_stores_that(
    client: Client, event: Tournament
) -> None:
    again(client, event, preview(client, event, LIST))
    changed = LIST.replace("一队", "三队") + "\n24\t赵六\t二队\t"
    answer = preview(client, event, changed)
    assert answer.context["again"]
    assert answer.context["counts"] == {"added": 1, "changed": 1, "same": 2}
    page = answer.content.decode()
    assert "team: 一队 → 三队" in page
    assert "Store: 1 new, 1 changed" in page
    stored = again(client, event, answer, again="1", seen=answer.context["seen"])
    assert stored.status_code == 302
    made = event.players.filter(number__gt=8).select_related("team")
    assert [(p.number, p.name, p.team and p.team.name) for p in made] == [
        (21, "王芳", "三队"),
        (22, "D'ANGELO, Christiane", "二队"),
        (23, "𠮷野家", "二队"),
        (24, "赵六", "二队"),
    ]


def test_the_organiser_may_say_that_all_lines_are_new_players(client: Client, event: Tournament) -> None:
    answer = preview(client, event, "姓名\nPlayer 1\nPlayer 2")
    assert answer.context["again"]
    answer = again(client, event, answer, "check", again="0")
    assert not answer.context["again"]
    assert again(client, event, answer, again="0").status_code == 302
    assert event.players.count() == 10


def test_what_changed_since_the_preview_is_shown_before_it_is_stored(
    client: Client, event: Tournament
) -> None:
    answer = preview(client, event, "编号\t姓名\t国家\n1\tPlayer 1\tCHN")
    Player.objects.filter(tournament=event, number=1).update(name="Somebody Else")
    stored = again(client, event, answer, again="1", seen=answer.context["seen"])
    assert stored.status_code == 422
    assert "changed meanwhile" in stored.content.decode()
    assert event.players.get(number=1).country == ""


def test_the_columns_can_be_corrected_in_the_preview(client: Client, event: Tournament) -> None:
    answer = preview(client, event, "Anna,Bell\nHans,Carr")
    assert [column.field for column in answer.context["columns"]] == ["name", "team"]
    answer = again(client, event, answer, "check", **{"column-0": "given_name", "column-1": "family_name"})
    assert [person.name for person in answer.context["reading"].people] == ["Anna Bell", "Hans Carr"]
    assert again(client, event, answer).status_code == 302
    assert event.players.get(name="Anna Bell").family_name == "Bell"


def test_merged_team_cells_can_repeat_the_team_above(client: Client, event: Tournament) -> None:
    answer = preview(client, event, "队\t姓名\n一队\t王芳\n\t陈伟")
    assert answer.context["teams_partial"]
    assert again(client, event, answer, teams_repeat="1").status_code == 302
    assert event.teams.get(name="一队").players.count() == 2


@pytest.mark.parametrize(
    "spoil", [lambda p: p[:-3] + "abc", lambda p: "", lambda p: p[10:], lambda p: "x:y:z"]
)
def test_rows_that_were_changed_on_their_way_are_refused(
    client: Client, event: Tournament, spoil: Any
) -> None:
    answer = preview(client, event, LIST)
    refused = client.post(
        address(event, "import"),
        {"payload": spoil(str(answer.context["payload"])), "act": "store", "text": LIST},
    )
    assert refused.status_code == 422
    assert "Read the list again." in refused.content.decode()
    assert "王芳" in refused.content.decode()
    assert event.players.count() == 8


def test_a_preview_of_one_tournament_is_none_of_another(client: Client, event: Tournament) -> None:
    other = making.tournament(4, 1)
    answer = preview(client, event, LIST)
    assert again(client, other, answer).status_code == 422
    assert other.players.count() == 4


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"text": ""}, "There is nobody in the list."),
        ({"text": "编号\t姓名"}, "nobody under them"),
        ({"text": "x\n" * 5000}, "more than 4096 lines"),
    ],
)
def test_what_is_no_list_is_refused(
    client: Client, event: Tournament, form: dict[str, str], sentence: str
) -> None:
    answer = client.post(address(event, "import"), form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def upload(client: Client, event: Tournament, name: str, data: bytes) -> Any:
    return client.post(
        address(event, "import"), {"act": "read", "text": "", "file": SimpleUploadedFile(name, data)}
    )


def test_a_csv_file_of_a_chinese_spreadsheet_is_enrolled(client: Client, event: Tournament) -> None:
    answer = upload(
        client, event, "名单.csv", "编号,姓名,队名\r\n21,王芳,一队\r\n22,𠮷野家,一队".encode("gb18030")
    )
    assert again(client, event, answer).status_code == 302
    assert list(event.players.filter(number__gt=8).values_list("name", flat=True)) == ["王芳", "𠮷野家"]


def test_an_xlsx_file_is_enrolled(client: Client, event: Tournament) -> None:
    book = openpyxl.Workbook()
    for row in (["No.", "First name", "Last name", "EMA"], [12.0, "Hans", "Müller", "04070001"]):
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    answer = upload(client, event, "list.xlsx", out.getvalue())
    assert again(client, event, answer).status_code == 302
    made = event.players.get(number=12)
    assert (made.name, made.family_name, made.given_name, made.ema_number) == (
        "Hans Müller",
        "Müller",
        "Hans",
        "04070001",
    )


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Old Excel files"),
        ("a.xlsm", b"PK\x03\x04", "with macros"),
        ("a.xlsx", b"PK\x03\x04", "damaged"),
        ("a.csv", b"", "The file is empty."),
        ("a.csv", b"x," * 1_100_000, "larger than 2 MB"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_to_do(
    client: Client, event: Tournament, name: str, data: bytes, sentence: str
) -> None:
    answer = upload(client, event, name, data)
    assert answer.status_code == 422
    assert sentence in " ".join(answer.context["form"].errors["file"])


def test_the_longest_list_travels_through_the_form(client: Client) -> None:
    event = making.tournament(4, 1, teams=False)
    text = "\n".join(f"{n}\t选手{n:05d}\t队{n // 4:04d}\t{n * 7919:08d}" for n in range(11, 4103))
    answer = preview(client, event, text)
    assert answer.context["errors"] == 0
    assert len(answer.content) < 2_500_000
    assert again(client, event, answer).status_code == 302
    assert event.players.count() == 4096


# ── Teams


def test_teams_of_another_size_are_pointed_out(client: Client, event: Tournament) -> None:
    client.post(address(event, "players"), {"name": "fifth", "team": "Team 2"})
    client.post(address(event, "players"), {"name": "alone", "team": "Team 3"})
    for n in range(3):
        client.post(address(event, "players"), {"name": f"extra {n}", "team": "Team 3"})
    page = client.get(address(event, "teams"))
    assert [row.team.name for row in page.context["differing"]] == ["Team 2"]


def test_a_team_is_renamed(client: Client, event: Tournament) -> None:
    team = event.teams.get(number=1)
    assert client.post(address(event, "teams"), {"team": team.pk, "name": " 东湖 雀友 "}).status_code == 302
    team.refresh_from_db()
    assert team.name == "东湖 雀友"


@pytest.mark.parametrize("name", ["", "Team 2", "x" * 201])
def test_a_team_gets_no_name_that_it_cannot_have(client: Client, event: Tournament, name: str) -> None:
    team = event.teams.get(number=1)
    answer = client.post(address(event, "teams"), {"team": team.pk, "name": name})
    assert answer.status_code == 422
    assert re.search(r'aria-invalid="true"', answer.content.decode())
    assert Team.objects.get(pk=team.pk).name == "Team 1"


def test_a_team_of_another_tournament_cannot_be_renamed(client: Client, event: Tournament) -> None:
    other = making.tournament(4, 1)
    team = other.teams.get()
    assert client.post(address(event, "teams"), {"team": team.pk, "name": "X"}).status_code == 422
    team.refresh_from_db()
    assert team.name == "Team 1"
