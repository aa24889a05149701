"""Given names in their short forms, and words that are written in Latin letters in several ways."""

import re
from functools import lru_cache

from publications.citations.names import loosely

MIN_SPELT = 5  # letters of a word that may be spelt otherwise: shorter ones differ by a letter as names do

# What short forms may stand for; only those that nobody doubts.
SHORT_FORMS = """
abby:abigail alex:alexander,alexandra,alexandre,alexandros,alexis al:alan,albert,alfred andy:andrew,andreas
angie:angela art:arthur ben:benjamin,benedict bernie:bernard bert:albert,robert bill:william billy:william bob:robert
bobby:robert brad:bradley cathy:catherine charlie:charles,charlotte chris:christopher,christian,christine,christina
chuck:charles cindy:cynthia dan:daniel danny:daniel dave:david deb:deborah debbie:deborah dick:richard don:donald
doug:douglas ed:edward,edwin,edmund eddie:edward ellie:eleanor,elizabeth eric:frederic fred:frederick,alfred
gabe:gabriel gene:eugene greg:gregory,gregor hal:harold hank:henry harry:harold,henry jack:john jake:jacob jan:janet
jeff:jeffrey,jeffery jen:jennifer jenny:jennifer jerry:gerald,jerome jess:jessica jim:james jimmy:james joe:joseph
joey:joseph johnny:john jon:jonathan,jonathon josh:joshua judy:judith kate:katherine,catherine,kathryn,kathleen
kathy:katherine,kathleen,kathryn katie:katherine,kathryn ken:kenneth kim:kimberly larry:lawrence len:leonard
leo:leonard,leonardo liz:elizabeth lou:louis,louise lucy:lucille maggie:margaret manny:emmanuel,manuel marty:martin
matt:matthew,matthias max:maximilian,maxwell meg:megan,margaret mel:melanie,melissa mike:michael mick:michael
mitch:mitchell nate:nathan,nathaniel nick:nicholas,nicolas,nikolas nicky:nicholas pat:patrick,patricia peggy:margaret
pete:peter phil:philip,phillip ray:raymond rich:richard rick:richard,frederick rob:robert robbie:robert ron:ronald
russ:russell sam:samuel,samantha sandy:sandra,alexander scotty:scott seb:sebastian shelly:michelle stan:stanley
steph:stephanie steve:stephen,steven stu:stuart sue:susan,suzanne susie:susan tammy:tamara ted:theodore,edward
terry:terence,theresa theo:theodore,theodor tim:timothy toby:tobias tom:thomas tommy:thomas tony:anthony,antonio
trish:patricia val:valerie,valentin vicky:victoria vince:vincent walt:walter wes:wesley will:william zach:zachary
"""
LONG_OF = {short: {*long.split(",")} for short, long in (each.split(":") for each in SHORT_FORMS.split())}
SYLLABLE = (
    "(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    "(?:i?ang|iong|uang|eng|ian|iao|ing|ong|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiou])"
)
ONE_SYLLABLE, PINYIN = re.compile(SYLLABLE), re.compile(f"(?:{SYLLABLE})+")
KOREAN = {"choi", "jung", "kim", "kwak", "kwon", "lee", "moon", "park", "seok", "yoon"}
DOUBLED = re.compile(r"([a-z])\1")
BREATHED = re.compile("(?<=[bdgkt])h")


@lru_cache(maxsize=8192)
def sound_of(word: str) -> str:
    """Return what a folded word has in common with its other transliterations: ``mohamad`` of Mohammad."""
    inner = loosely(word)[:1] + loosely(word)[1:].replace("y", "i")
    return DOUBLED.sub(r"\1", BREATHED.sub("", inner))


def is_spelt_like(one: str, other: str) -> bool:
    """Return whether two words are one in several transliterations; syllables of Chinese are as many names."""
    if min(len(one), len(other)) < MIN_SPELT or (PINYIN.fullmatch(one) and PINYIN.fullmatch(other)):
        return False
    return sound_of(one) == sound_of(other)


def shortens(one: str, other: str) -> bool:
    """Return whether one given name is short for the other."""
    return other in LONG_OF.get(one, ()) or one in LONG_OF.get(other, ())


def looks_chinese(given: str, family: str) -> bool:
    """Return whether a name may be of one-syllable parts, of which an initial is as much as a name."""
    return bool(ONE_SYLLABLE.fullmatch(given) and (PINYIN.fullmatch(family) or family in KOREAN))
