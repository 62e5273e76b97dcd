"""The rules of a variant in plain sentences, in several languages, made from its data.

    for section in describe(variant, Language.ES).sections:
        print(section.title, *section.sentences, sep="\\n")

No sentence is there for one game: each belongs to a key of the rule file and one of its values, so the file and
the text cannot disagree. `sections` decides what is said and in which order, `speech` how values become words;
`english` and `spanish` are the tables of phrases. What a file names itself (titles, draw rules) is translated by
`configs/languages`.
"""

from hub_engine.rules_text.sections import RulesText, Section, describe
from hub_engine.rules_text.speech import PHRASES, Language

__all__ = ["PHRASES", "Language", "RulesText", "Section", "describe"]
