"""References in words, exactly as the three styles print each kind of publication."""

from dataclasses import replace

from publications.citations.record import Name, Record
from publications.formats import styles
from tests.publications.records import (
    ACCEPTED,
    BARE,
    BOOK,
    CHAPTER,
    CHINESE,
    DATASET,
    JOURNAL,
    NAMES,
    POSTER,
    PREPRINT,
    QUOKKA,
    REPORT,
    SOFTWARE,
    SUBMITTED,
    THESIS,
    WORKSHOP,
)

TITLE = QUOKKA.title


def authors(count):
    return tuple(Name("Ann", f"Author{number}") for number in range(1, count + 1))


class ACMTests:
    def test_reference(self):
        table = [
            (
                QUOKKA,
                f"Zoë Lindqvist and Ada Quill. 2024. {TITLE}. In Symposium on Unhurried Systems (SUS ’24), June 2024. "
                "Leisure Press, 12–34. https://doi.org/10.5555/quokka_2024",
            ),
            (
                WORKSHOP,
                f"Zoë Lindqvist and Ada Quill. 2024. {TITLE}. In Workshop on Naps (NAP ’24), June 2024. "
                "Leisure Press, 12–34. Retrieved from https://press.example/a_b?x=1&y=2",
            ),
            (
                POSTER,
                f"Zoë Lindqvist and Ada Quill. 2024. {TITLE}. In Proceedings of the 9th SUS, Poster Session, June "
                "2024. Leisure Press, 7. https://doi.org/10.5555/quokka_2024",
            ),
            (
                JOURNAL,
                "Ada Quill. 2019. Slow Queues. Transactions on Patience 7, 3, Article 12 (2019), 12:1–12:25.",
            ),
            (
                PREPRINT,
                "Ada Quill. 2023. Early Notes. arXiv:2301.00001. Retrieved from https://arxiv.org/abs/2301.00001",
            ),
            (THESIS, "Max Hale Jr. 2018. Rest. Thesis. Quokka University."),
            (BOOK, "Ada Quill. 2010. All about Rest. Leisure Press."),
            (CHAPTER, "Ada Quill. 2010. Naps. In All about Rest. Leisure Press, xi–xv."),
            (REPORT, "Ada Quill. 2011. On Pauses. Technical Report TR-7. Quokka University."),
            (SOFTWARE, "Zoë Lindqvist. 2024. quokka-ctl. Zenodo. Retrieved from https://code.example/q"),
            (DATASET, "Zoë Lindqvist. 2024. Naps of 1,000 Cats. Zenodo. https://doi.org/10.5555/naps"),
            (SUBMITTED, "[n. d.]. Soon. Manuscript submitted for publication."),
            (
                ACCEPTED,
                f"Zoë Lindqvist and Ada Quill. 2024. {TITLE}. To appear in Symposium on Unhurried Systems (SUS ’24), "
                "June 2024. Leisure Press.",
            ),
            (BARE, "[n. d.]. Nothing Else Is Known."),
            (CHINESE, "林佐伊 and 林佐伊. 2025. 大模型 服务：一个“慢”系统. 休息学报 (2025)."),
        ]
        assert [
            (record, answer, expected) for record, expected in table if (answer := styles.acm(record)) != expected
        ] == []

    def test_all_authors_are_named(self):
        assert styles.acm(replace(BARE, authors=authors(7))).startswith(
            "Ann Author1, Ann Author2, Ann Author3, Ann Author4, Ann Author5, Ann Author6, and Ann Author7. [n. d.]."
        )

    def test_a_journal_has_its_month(self):
        dated = replace(JOURNAL, month=3, article="")
        assert "Transactions on Patience 7, 3 (March 2019), 12:1–12:25." in styles.acm(dated)

    def test_without_a_publisher_the_pages_stay_with_the_proceedings(self):
        assert styles.acm(replace(QUOKKA, publisher="")).endswith(
            "In Symposium on Unhurried Systems (SUS ’24), June 2024, 12–34. https://doi.org/10.5555/quokka_2024"
        )


class IEEETests:
    def test_reference(self):
        table = [
            (
                QUOKKA,
                f"Z. Lindqvist and A. Quill, “{TITLE},” in Symposium on Unhurried Systems, Jun. 2024, pp. 12–34, "
                "doi: 10.5555/quokka_2024.",
            ),
            (
                WORKSHOP,
                f"Z. Lindqvist and A. Quill, “{TITLE},” in Workshop on Naps, Jun. 2024, pp. 12–34. "
                "[Online]. Available: https://press.example/a_b?x=1&y=2",
            ),
            (
                POSTER,
                f"Z. Lindqvist and A. Quill, “{TITLE},” in Proceedings of the 9th SUS, Poster Session, Jun. 2024, "
                "p. 7, doi: 10.5555/quokka_2024.",
            ),
            (JOURNAL, "A. Quill, “Slow Queues,” Transactions on Patience, vol. 7, no. 3, Art. no. 12, 2019."),
            (PREPRINT, "A. Quill, “Early Notes,” 2023, arXiv:2301.00001."),
            (THESIS, "M. Hale Jr., “Rest,” Thesis, Quokka University, 2018."),
            (BOOK, "A. Quill, All about Rest. Leisure Press, 2010."),
            (CHAPTER, "A. Quill, “Naps,” in All about Rest. Leisure Press, 2010, pp. xi–xv."),
            (REPORT, "A. Quill, “On Pauses,” Quokka University, Tech. Rep. TR-7, 2011."),
            (SOFTWARE, "Z. Lindqvist, quokka-ctl. (2024). Zenodo. [Online]. Available: https://code.example/q"),
            (DATASET, "Z. Lindqvist, 2024, “Naps of 1,000 Cats,” distributed by Zenodo, doi: 10.5555/naps."),
            (SUBMITTED, "“Soon,” submitted for publication."),
            (
                ACCEPTED,
                f"Z. Lindqvist and A. Quill, “{TITLE},” in Symposium on Unhurried Systems, Jun. 2024, "
                "to be published.",
            ),
            (BARE, "“Nothing Else Is Known.”"),
            (CHINESE, "林佐伊 and 林佐伊, “大模型 服务：一个“慢”系统,” 休息学报, 2025."),
        ]
        assert [
            (record, answer, expected) for record, expected in table if (answer := styles.ieee(record)) != expected
        ] == []

    def test_up_to_six_authors_are_named(self):
        assert styles.ieee(replace(BARE, authors=authors(6))).startswith(
            "A. Author1, A. Author2, A. Author3, A. Author4, A. Author5, and A. Author6, “Nothing"
        )

    def test_of_more_only_the_first_is(self):
        assert styles.ieee(replace(BARE, authors=authors(7))) == "A. Author1 et al., “Nothing Else Is Known.”"

    def test_a_question_keeps_its_mark(self):
        asking = Record("why", "Why Rest?", kind="journal", venue="Rest", year=2024)
        assert styles.ieee(asking) == "“Why Rest?” Rest, 2024."

    def test_may_is_not_shortened(self):
        assert "Rest, May 2024." in styles.ieee(Record("a", "A", kind="journal", venue="Rest", year=2024, month=5))


class APATests:
    def test_reference(self):
        table = [
            (
                QUOKKA,
                f"Lindqvist, Z., & Quill, A. (2024). {TITLE}. In Symposium on Unhurried Systems (pp. 12–34). "
                "Leisure Press. https://doi.org/10.5555/quokka_2024",
            ),
            (
                WORKSHOP,
                f"Lindqvist, Z., & Quill, A. (2024). {TITLE}. In Workshop on Naps (pp. 12–34). "
                "Leisure Press. https://press.example/a_b?x=1&y=2",
            ),
            (
                POSTER,
                f"Lindqvist, Z., & Quill, A. (2024). {TITLE} [Poster presentation]. Proceedings of the 9th SUS, "
                "Poster Session (p. 7). Leisure Press. https://doi.org/10.5555/quokka_2024",
            ),
            (JOURNAL, "Quill, A. (2019). Slow Queues. Transactions on Patience, 7(3), Article 12."),
            (
                PREPRINT,
                "Quill, A. (2023). Early Notes (arXiv:2301.00001). arXiv. https://arxiv.org/abs/2301.00001",
            ),
            (THESIS, "Hale, M., Jr. (2018). Rest [Thesis, Quokka University]."),
            (BOOK, "Quill, A. (2010). All about Rest. Leisure Press."),
            (CHAPTER, "Quill, A. (2010). Naps. In All about Rest (pp. xi–xv). Leisure Press."),
            (REPORT, "Quill, A. (2011). On Pauses (Report No. TR-7). Quokka University."),
            (SOFTWARE, "Lindqvist, Z. (2024). quokka-ctl [Computer software]. Zenodo. https://code.example/q"),
            (DATASET, "Lindqvist, Z. (2024). Naps of 1,000 Cats [Data set]. Zenodo. https://doi.org/10.5555/naps"),
            (SUBMITTED, "Soon [Manuscript submitted for publication]. (n.d.)."),
            (
                ACCEPTED,
                f"Lindqvist, Z., & Quill, A. (in press). {TITLE}. In Symposium on Unhurried Systems. Leisure Press.",
            ),
            (BARE, "Nothing Else Is Known. (n.d.)."),
            (CHINESE, "林佐伊, & 林佐伊. (2025). 大模型 服务：一个“慢”系统. 休息学报."),
        ]
        assert [
            (record, answer, expected) for record, expected in table if (answer := styles.apa(record)) != expected
        ] == []

    def test_names_with_particles_suffixes_and_none(self):
        assert styles.apa(NAMES).startswith(
            "van der Berg, A., Hale, M. L., Jr., Hale, M., III, The Quokka Team and Friends, Barnes and Noble, Inc., "
            "Hale and Sons, J. P., O’Hale & Co, Z., de la Fontaine, J.-P., & Erdős, P. (2024)."
        )

    def test_up_to_twenty_authors_are_named(self):
        assert "Author19, A., & Author20, A. (n.d.)." in styles.apa(replace(BARE, authors=authors(20)))

    def test_of_more_the_first_nineteen_and_the_last_are(self):
        assert "Author18, A., Author19, A., … Author22, A. (n.d.)." in styles.apa(replace(BARE, authors=authors(22)))

    def test_a_journal_without_an_article_number_has_pages(self):
        assert styles.apa(replace(JOURNAL, article="")).endswith("Transactions on Patience, 7(3), 12:1–12:25.")


def test_initials():
    table = [
        ("Zoë", "Z."),
        ("J. P.", "J. P."),
        ("J.P.", "J. P."),
        ("Jean-Paul M", "J.-P. M."),
        ("élodie", "É."),
        ("D’Arcy", "D."),
        ("佐伊", "佐伊"),
        ("", ""),
    ]
    assert [
        (given, answer, expected) for given, expected in table if (answer := styles.initials(given)) != expected
    ] == []
