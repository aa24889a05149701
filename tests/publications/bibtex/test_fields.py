"""What becomes of each field: dates, names, identifiers, links, types, and what has no other place."""

import pytest

from publications.citations.record import Name, RecordLink
from publications.formats import bibtex


def entry(fields, entry_type="inproceedings", key="key"):
    [found] = bibtex.read(f"@{entry_type}{{{key}, title={{T}}, {fields}}}")
    return found.record


class DateTests:
    @pytest.mark.parametrize(
        ("fields", "date"),
        [
            ("year={2024}, month=jun", (2024, 6)),
            ("year={2024}, month={6}", (2024, 6)),
            ("year={2024}, month={06}", (2024, 6)),
            ("year={2024}, month={Jun.}", (2024, 6)),
            ("year={2024}, month={June}", (2024, 6)),
            ("year={2024}, month={juillet}", (2024, 7)),
            ("year={2024}, month={août}", (2024, 8)),
            ("year={2024}, month={Dez}", (2024, 12)),
            ("date={2024}", (2024, None)),
            ("date={2024-06}", (2024, 6)),
        ],
    )
    def test_year_and_month_in_all_their_forms(self, fields, date):
        found = entry(fields)
        assert (found.year, found.month, found.extra) == (*date, ())

    @pytest.mark.parametrize(
        ("fields", "date", "extra"),
        [
            ("year={2024}, month=jun # {~3}", (2024, 6), (("month-2", "jun 3"),)),
            ("date={2024-06-12}", (2024, 6), (("date", "2024-06-12"),)),
            ("date={2023-11/2024-02}", (2023, 11), (("date", "2023-11/2024-02"),)),
            ("year={2024a}", (2024, None), (("year-2", "2024a"),)),
            ("year={in press}", (None, None), (("year", "in press"),)),
            ("year={2024}, month={Spring}", (2024, None), (("month", "Spring"),)),
            ("month=jun", (None, None), (("month", "jun"),)),
        ],
    )
    def test_what_says_more_is_kept(self, fields, date, extra):
        found = entry(fields)
        assert (found.year, found.month, found.extra) == (*date, extra)


class NameTests:
    def test_one_author(self):
        table = [
            ("family=Berg, given=Anna Maria, prefix=van der", Name("Anna Maria", "van der Berg")),
            ("given={Ada}, family={Quill}, given-i={A}, suffix={Jr.}", Name("Ada", "Quill", "Jr.")),
            ("family={Barnes and Sons}", Name(literal="Barnes and Sons")),
            ("{OpenAI}", Name(literal="OpenAI")),
            ("Ludwig van Beethoven", Name("Ludwig", "van Beethoven")),
            ("van Gogh", Name("van", "Gogh")),
            ("Ada van der", Name("Ada", "van der")),
            ("van der Berg", Name(literal="van der Berg")),
            ("Ada {van} Quill", Name("Ada van", "Quill")),
            ("Ada {\\'e}tat Quill", Name("Ada", "état Quill")),
            ("Bent {\\O}ster Quill", Name("Bent Øster", "Quill")),
            ("Quill,", Name(literal="Quill")),
            (", Ada", Name(literal="Ada")),
            ("Quill, Jr., Ada, B.", Name("Ada B.", "Quill", "Jr.")),
            ("Quill,, Ada", Name("Ada", "Quill")),
            ("Ada~Quill", Name("Ada", "Quill")),
            ("{Quill, Brandt}, Ada", Name("Ada", "Quill, Brandt")),
            ("Ada Quill}", Name("Ada", "Quill")),
            ("de la Vall{\\'e}e Poussin, Charles", Name("Charles", "de la Vallée Poussin")),
            ("{\\L}ukasz {\\.Z}y{\\l}a", Name("Łukasz", "Żyła")),
            ("Ada Quill and and", Name("Ada", "Quill")),
            ("Quill*, Ada", Name("Ada", "Quill*")),
            ("Ada Quill$^{*}$", Name("Ada", "Quill$^{*}$")),
            ("Ada Quill\\textsuperscript{1}", Name("Ada", "Quill¹")),
        ]
        assert [
            (author, name, answer)
            for author, name in table
            if (answer := entry(f"author={{{author}}}").authors) != (name,)
        ] == []

    @pytest.mark.parametrize(
        "author",
        [
            "Ada Quill and {Barnes and Noble} and \\'{E}mile Zola",
            "Ada Quill AND {Barnes and Noble} and {\\'E}mile Zola",
            "Ada Quill\nand\t{Barnes and Noble} and Zola, \\'{E}mile",
        ],
    )
    def test_and_stands_between_authors_unless_it_is_in_braces(self, author):
        names = (Name("Ada", "Quill"), Name(literal="Barnes and Noble"), Name("Émile", "Zola"))
        assert entry(f"author={{{author}}}").authors == names

    def test_et_al_means_others(self):
        [found] = bibtex.read("@misc{a, title={T}, author={Ada Quill et al.}}")
        assert (found.record.authors, found.names_all_authors) == ((Name("Ada", "Quill"),), False)


class IdentityTests:
    def test_identifiers(self):
        table = [
            ("isbn={978-3-16-148410-0}", (("isbn", "9783161484100"),)),
            ("isbn={ISBN 978-3-16-148410-0, 0-306-40615-2}", (("isbn", "9783161484100"), ("isbn", "9780306406157"))),
            ("pmid={12345678}", (("pmid", "12345678"),)),
            ("pmcid={pmc123}", (("pmcid", "PMC123"),)),
            ("eprinttype={pubmed}, eprint={12345678}", (("pmid", "12345678"),)),
            ("hal_id={hal-01234567}", (("hal", "hal-01234567"),)),
            ("biburl={https://dblp.org/rec/conf/sus/Quill24.bib}", (("dblp", "conf/sus/Quill24"),)),
            ("biburl={https://dblp.uni-trier.de/rec/bib/conf/sus/Quill24}", (("dblp", "conf/sus/Quill24"),)),
        ]
        assert [
            (fields, ids, answer)
            for fields, ids in table
            if (answer := (entry(fields).ids, entry(fields).extra)) != (ids, ())
        ] == []

    def test_key_of_dblp_identifies(self):
        assert entry("year=2024", key="DBLP:conf/sus/Quill24").ids == (("dblp", "conf/sus/Quill24"),)

    def test_what_is_no_identifier_is_kept_as_it_is(self):
        assert entry("isbn={978-3-16-148410-1}, issn={1234-5678}, doi={soon}").extra == (
            ("isbn", "978-3-16-148410-1"),
            ("issn", "1234-5678"),
            ("doi", "soon"),
        )

    @pytest.mark.parametrize(
        ("doi", "read"),
        [
            ("https://doi.org/10.5555/a\\_b", "10.5555/a_b"),
            ("10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2", None),
            ("DOI: 10.5555/a{\\_}b", "10.5555/a_b"),
        ],
    )
    def test_doi_without_what_latex_and_people_put_around_it(self, doi, read):
        assert entry(f"doi={{{doi}}}").doi == (read or doi)

    def test_doi_of_arxiv_is_an_arxiv_id(self):
        found = entry("doi={10.48550/arXiv.2406.18485}, publisher={arXiv}", "misc")
        assert (found.arxiv_id, found.kind, found.venue, found.extra) == ("2406.18485", "preprint", "arXiv", ())

    def test_fields_of_al_folio(self):
        found = entry("abbr={SUS}, arxiv={2406.18485v1}, year=2024, bibtex_show={true}, preview={a_b.png}")
        assert (found.arxiv_id, found.acronym) == ("2406.18485", "SUS")
        assert found.extra == (("abbr", "SUS"), ("bibtex_show", "true"), ("preview", "a_b.png"))


class LinkTests:
    def test_links_by_what_they_are(self):
        fields = "pdf={https://a.example/x_1.pdf}, code={https://code.example/q}, slides={s.pdf}, supp={https://a.example/s}"
        assert entry(fields).links == (
            RecordLink("pdf", "https://a.example/x_1.pdf"),
            RecordLink("code", "https://code.example/q"),
            RecordLink("other", "https://a.example/s", "Supplement"),
        )
        assert entry(fields).extra == (("slides", "s.pdf"),)

    def test_address_without_what_latex_needs(self):
        assert entry("url={\\url{https://a.example/x\\_y{\\%}20\\~{}ada}}").url == "https://a.example/x_y%20~ada"

    def test_addresses_that_lead_where_the_doi_or_the_arxiv_id_does_are_these(self):
        found = entry("ee={https://doi.org/10.5555/naps}, paper={https://arxiv.org/abs/2406.18485}")
        assert (found.doi, found.arxiv_id, found.links, found.extra) == ("10.5555/naps", "2406.18485", (), ())

    def test_of_some_fields_the_address_says_what_is_there(self):
        found = entry("eprint={https://a.example/naps.pdf}, paper={https://a.example/naps}")
        assert [link.kind for link in found.links] == ["pdf", "page"]

    def test_what_is_written_for_a_web_page_is_read_as_text(self):
        fields = (
            'url={doi:<a href="https://doi.org/10.5555/a_b">10.5555/a_b</a>}, note={<b>Best</b> R&amp;D paper},'
            ' booktitle={<a href="https://sus.example/">Systems</a>}, title={CO<sub>2</sub>}'
        )
        found = entry(fields)
        assert (found.doi, found.url, found.note) == ("10.5555/a_b", "https://doi.org/10.5555/a_b", "Best R&D paper")
        assert found.venue == "Systems"
        assert found.extra == (("booktitle-2", "Systems (https://sus.example/)"), ("title-2", "CO₂"))

    def test_address_that_is_none_is_kept(self):
        assert (entry("url={www.a.example}").url, entry("url={www.a.example}").extra) == (
            "",
            (("url", "www.a.example"),),
        )


class TypeTests:
    @pytest.mark.parametrize(
        ("entry_type", "kind", "kept"),
        [
            ("inproceedings", "conference", ""),
            ("conference", "conference", "conference"),
            ("mastersthesis", "thesis", "mastersthesis"),
            ("inbook", "chapter", "inbook"),
            ("online", "other", "online"),
            ("patent", "other", "patent"),
            ("quokka", "other", "quokka"),
        ],
    )
    def test_type_that_its_kind_does_not_say_comes_out_again(self, entry_type, kind, kept):
        found = entry("booktitle={SUS}, school={SU}", entry_type)
        assert (found.kind, found.entry_type) == (kind, kept)
        assert bibtex.render([found]).startswith(f"@{entry_type}{{key,")

    def test_title_and_subtitle_are_one(self):
        assert entry("subtitle={A Study}").title == "T: A Study"

    def test_primary_class_and_keywords_come_out_again(self):
        found = entry("keywords={naps \\& rest}, eprint={2406.18485}, archiveprefix={arXiv}, primaryclass={cs.DC}")
        assert found.extra == (("keywords", "naps & rest"), ("primaryclass", "cs.DC"))
        assert "  keywords = {naps \\& rest},\n  primaryclass = {cs.DC},\n}" in bibtex.render([found])


def test_fields_of_reference_managers_are_private():
    private = ["file", "Owner", "bdsk-url-1", "mendeley-tags", "__markedentry", "date-added", "abbr", "pdf", "file-2"]
    assert [name for name in private if not bibtex.is_private(name)] == []
    assert [name for name in ("keywords", "editor", "note", "issn") if bibtex.is_private(name)] == []
