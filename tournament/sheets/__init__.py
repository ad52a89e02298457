"""Printed paper: A4 sheets as PDF, in Chinese and English whatever the reader's language.

A sheet is described by a plain dataclass, so that it can be printed, and tested, without a database.
`font_files` names the fonts, `glyphs` takes characters out of them, `fonts` puts them into a PDF;
`lines` breaks text, `ink` draws it, `tables` and `frame` are what every sheet shares; `words` holds the
text in both languages; `document` puts pages together. One module for each kind of sheet stands on these.
"""
