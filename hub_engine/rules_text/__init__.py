"""The rules of a variant in plain sentences, in several languages, made from its data.

    for section in describe(variant, Language.ES):
        print(section.title, *section.sentences, sep="\\n")

No sentence is there for one game: each belongs to a key of the rule file and one of its values, so the file and
the text cannot disagree. `sections` decides what is said and in which order, `speech` how values become words;
`english` and `spanish` are the tables of phrases.
"""

from hub_engine.rules_text.sections import Section, describe
from hub_engine.rules_text.speech import Language

__all__ = ["Language", "Section", "describe"]
