"""The invented people of the demo tournament: 13 teams of four. Any likeness is chance."""

# (team, country, ((family name, given name), …)); Chinese, Japanese and Korean names are written
# family name first, without a blank.
TEAMS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("东湖雀友", "中国", (("沈", "知秋"), ("陆", "一鸣"), ("欧阳", "书涵"), ("丁", "海棠"))),
    ("岭南棋牌社", "中国", (("梁", "志航"), ("邝", "美仪"), ("冼", "锦棠"), ("区", "绍文"))),
    ("蜀风队", "中国", (("蒲", "小满"), ("廖", "青山"), ("龚", "雨桐"), ("向", "北辰"))),
    ("松江竹林", "中国", (("顾", "念慈"), ("倪", "文清"), ("瞿", "思远"), ("范", "晓舟"))),
    ("津门三元", "中国", (("佟", "立德"), ("甄", "玉兰"), ("宁", "长河"), ("艾", "晨曦"))),
    ("关东九莲", "中国", (("祁", "冬雪"), ("富", "大成"), ("那", "兆丰"), ("隋", "云鹤"))),
    ("台北清一色", "中国台北", (("簡", "孟庭"), ("游", "雅雯"), ("詹", "博宇"), ("𠮷", "慧中"))),
    ("東京平和会", "日本", (("𠮷田", "みずき"), ("足立", "レイ"), ("小鳥遊", "陽向"), ("渡邉", "航"))),
    ("서울 마작", "대한민국", (("선우", "하람"), ("남궁", "도윤"), ("제갈", "서아"), ("황보", "준"))),
    (
        "Tulipa Mahjong",
        "Nederland",
        (
            ("van der Kolk", "Sanne"),
            ("de Wit-Brouwer", "Joost"),
            ("Ørsted", "Mikkel"),
            ("D'Aubigny", "Céline"),
        ),
    ),
    (
        "Danube Dragons",
        "Magyarország",
        (
            ("Erdőházi", "Zsófia"),
            ("O’Riordan", "Fiadh"),
            ("Müller-Großkopf", "Jörg"),
            ("Štěpánková", "Růžena"),
        ),
    ),
    (
        "Volga Winds",
        "Россия",
        (("Ёлкина", "Алёна"), ("Щербатов", "Юрий"), ("Ćwiertnia", "Łucja"), ("İnönü", "Çağla")),
    ),
    (
        "Iberia Bamboo",
        "España",
        (
            ("Núñez de la Peña", "Íñigo"),
            ("Gonçalves", "João"),
            ("Dell'Acqua", "Niccolò"),
            ("Papadópoulos", "Eléni"),
        ),
    ),
)
OFFICIALS = "主办单位: 雀赛示范俱乐部\n裁判长: 司徒明\n副裁判长: Anneke Visser\n编排长: 汤若水"
