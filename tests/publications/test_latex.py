"""LaTeX as people read it."""

import pytest
from hypothesis import given, settings, strategies as st

from publications.formats.latex import escape, in_letters, plain


def test_accents_signs_and_commands():
    table = [
        ('M{\\"u}ller, M\\"uller, {M\\"{u}ller}', "Müller, Müller, Müller"),
        ("{\\L}ukasz \\.Zy\\l{}a, Erd\\H{o}s P\\'al", "Łukasz Żyła, Erdős Pál"),
        ("na\\\"{\\i}vet\\'e, Ji{\\v{r}}{\\'{}\\i}", "naïveté, Jiří"),
        ('\\AA ngstr\\"om, \\o re, stra\\ss e, \\c c, \\k{a}', "Ångström, øre, straße, ç, ą"),
        ("50\\% of R\\&D \\#1, a\\_b \\{c\\} \\$5", "50% of R&D #1, a_b {c} $5"),
        ("``Naps'' -- at rest --- 1~h", "“Naps” – at rest — 1 h"),
        ("{{LLM}}s in \\emph{The {\\TeX}book}, {\\it again}", "LLMs in The TeXbook, again"),
        ("\\acro{VAX} and \\VAX, \\LaTeX{} \\relax\\ldots", "VAX and VAX, LaTeX …"),
        ("see \\url{https://a.example/b_c~d--e}", "see https://a.example/b_c~d--e"),
        ("\\href{https://a.example}{the page}", "the page"),
        ("Ada\\textsuperscript{1}, the 2\\textsuperscript{nd}", "Ada¹, the 2nd"),
        ("two\n  lines\\\\ and  more", "two lines and more"),
        ("$\\{$USENIX$\\}$ Symposium", "USENIX Symposium"),
        ("a$<$b and a$|$5", "a<b and a|5"),
    ]
    assert [
        (latex, text, answer) for latex, text in table if (answer := (plain(latex), in_letters(latex))) != (text, text)
    ] == []


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("$\\mathcal{O}(n^2)$", "O(n²)"),
        ("$O(n \\log n)$ and $x_{ij}$", "O(n log n) and xᵢⱼ"),
        ("The $\\alpha$-$\\beta$ of $\\ell_1$, $10^{-3}$", "The α-β of ℓ₁, 10⁻³"),
        ("$\\sim$5 $\\pm$ 3, H$_2$O, \\(k\\)-NN", "∼5 ± 3, H₂O, k-NN"),
        ("{\\theta} and $\\mathbb{R}^n$", "θ and Rⁿ"),
        ("from $5 to $6", "from $5 to $6"),
        ("$a^{\\heartsuit}_{Q}$", "$a^{\\heartsuit}_{Q}$"),
    ],
)
def test_formulas_in_letters_where_there_are_such(latex, text):
    assert in_letters(latex) == text


def test_formulas_as_they_stand():
    assert plain('na\\"ive $\\alpha_{i}$ at $x^2$') == "naïve $\\alpha_{i}$ at $x^2$"


@settings(max_examples=60, deadline=None, database=None)
@given(st.text() | st.text(alphabet="\\${}^_-'`~aé&%#\" ="))
def test_any_text_is_read_as_it_was_escaped(text):
    once = in_letters(escape(text))
    assert (in_letters(escape(once)), plain(escape(once))) == (once, once)
    in_letters(text)
