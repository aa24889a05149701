"""What the commands of LaTeX stand for that names and titles are full of.

Accents and letters: https://www.latex-project.org/help/documentation/usrguide.pdf and the Comprehensive LaTeX Symbol
List, https://ctan.org/pkg/comprehensive
"""

COMBINING = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "d": "\u0323",
    "b": "\u0331",
    "r": "\u030a",
    "t": "\u0361",
}
DOTLESS = {r"\i": "i", r"\j": "j"}
LETTERS = {
    **{"ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ"},
    **{"aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ"},
    **{"ng": "ŋ", "NG": "Ŋ"},
}
SIGNS = {
    **{"textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}", "textasciitilde": "~"},
    **{"textasciicircum": "^", "textunderscore": "_", "textless": "<", "textgreater": ">", "textbar": "|"},
    **{"textendash": "–", "textemdash": "—", "endash": "–", "emdash": "—", "Dash": "—", "dash": "–"},
    **{"textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”"},
    **{"textquotesingle": "'", "textquotedbl": '"', "guillemotleft": "«", "guillemotright": "»"},
    **{"ldots": "…", "dots": "…", "textellipsis": "…", "slash": "/", "S": "§", "P": "¶", "textperiodcentered": "·"},
    **{"copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™", "textdegree": "°"},
    **{"textmu": "µ", "texttimes": "×", "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€"},
    **{"textyen": "¥", "textordmasculine": "º", "textordfeminine": "ª", "textexclamdown": "¡"},
    **{"textquestiondown": "¿", "textbullet": "•", "bullet": "•", "dag": "†", "dagger": "†", "ddag": "‡"},
    **{"ddagger": "‡", "textdagger": "†", "textdaggerdbl": "‡", "textasteriskcentered": "∗", "ast": "*"},
    **{"thinspace": " ", "quad": " ", "qquad": " ", "space": " ", "newline": " ", "par": " ", "linebreak": " "},
    **{"bs": "\\", "LaTeXe": "LaTeX2ε", "textsurd": "√"},
}
# Commands about how something looks, and those that say nothing without what follows them.
SILENT = {
    *("emph", "textit", "textbf", "texttt", "textsc", "textsl", "textrm", "textsf", "textmd", "textnormal", "textup"),
    *("text", "mbox", "hbox", "fbox", "uppercase", "lowercase", "MakeUppercase", "MakeLowercase", "enquote", "acro"),
    *("underline", "textsubscript", "ensuremath", "mathrm", "mkbibquote", "mkbibemph", "protect", "relax", "noop"),
    *("em", "it", "bf", "tt", "sc", "sl", "rm", "sf", "upshape", "itshape", "bfseries", "scshape", "slshape"),
    *("normalfont", "small", "footnotesize", "large", "newblock", "noopsort", "textcolor", "cite", "foreignlanguage"),
}
SPACES = {" ": " ", ",": " ", ";": " ", ":": " ", "\n": " ", "\\": " ", "-": "", "/": "", "!": "", "@": ""}
JOINED = {"---": "—", "--": "–", "``": "“", "''": "”", "?`": "¿", "!`": "¡", "~": " ", "{": "", "}": ""}

WORDS = LETTERS | SIGNS | dict.fromkeys(SILENT, "")
