"""What the settings of a rulebook are called, and what is wrong with one, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.house.form import Label
from scoring.house.settlements import HOUSE
from scoring.rulebook import Problem
from tournament.house_texts import said

# How a setting is called, in the order in which people read a rulebook.
LABELS: dict[str, Promise] = {
    "rotation": _("How chairs rotate"),
    "dealing": _("Who deals the next hand"),
    "hands": _("Most hands of a session"),
    "players": _("Players at a table"),
    "minutes": _("Length of a session, in minutes"),
    "warning_minutes": _("Warning, minutes before the end"),
    "break_minutes": _("Break in the middle, in minutes"),
    "at_time": _("When time is called"),
    "minimum": _("Least fan of a win"),
    "base": _("Base points"),
    "settlement": _("How a hand is settled"),
    "terms": _("Terms of the settlement"),
    "starting_points": _("Starting points"),
    "scale": _("Standard points for places 1 to 4"),
    "false_win": _("Penalties by kind"),
    "penalty_sizes": _("Sizes of penalties"),
    "lateness": _("Late players"),
    "forfeit_after": _("Forfeit after so many minutes"),
    "forfeit_match_points": _("Match points of a forfeit"),
    "bye_score": _("Score of a bye"),
    "tie_breaks": _("Order of the standings"),
    "team_ranking": _("Teams are ranked"),
    "repeats": _("Repeated offences are counted"),
    "appeal_minutes": _("Minutes for appeals after a session"),
    "stand_in_takes_place": _("A stand-in who finished ahead keeps that place"),
    "substitute_result": _("What a substitute wins"),
    "second_check": _("A closed table counts when a second person has confirmed it"),
    "fan": _("Counting fan"),
}

# What a rulebook says about itself.
ABOUT: dict[str, Promise] = {
    "key": _("Key of the rulebook"),
    "name": _("Name of these rules"),
    "name_zh": _("Chinese name of these rules"),
    "unverified": _("Which values no source confirms"),
}

# Codes of `scoring.rulebook_checks`; %(…)s come from the problem's params.
SENTENCES: dict[str, Promise] = {
    "not_whole": _("“%(value)s” is no whole number. Type digits only."),
    "out_of_range": _("It must be from %(low)s to %(high)s."),
    "not_points": _("“%(value)s” is no number of points. Type for example 3, 2.5 or 5/2."),
    "not_in_steps": _("It must be a multiple of 1/%(unit)s."),
    "not_text": _("It must be text."),
    "bad_length": _("It must have 1 to %(longest)s characters."),
    "control_character": _("There is a character that cannot be printed. Type it again."),
    "not_a_word": _("It must be small letters, digits and _ only."),
    "not_boolean": _("It must be yes or no."),
    "unknown_choice": _("“%(value)s” cannot be chosen here. Choose one of the list."),
    "not_a_list": _("It must be a list."),
    "bad_count": _("There must be %(least)s to %(most)s values."),
    "repeated": _("“%(value)s” is there twice. Take one of them out."),
    "not_a_table": _("It must be a table of settings."),
    "unknown_key": _("There is no such setting."),
    "missing": _("It is missing."),
    "not_a_scale": _("A scale is four whole numbers, for example 4-3-2-1."),
    "not_rising": _("It must be later than the step before it."),
    "warning_before_start": _("The warning cannot come before the session starts."),
    "forfeit_too_early": _("It must not be before the last step of lateness."),
    "unknown_rulebook": _("There is no rulebook “%(value)s”. Choose one of the list."),
}


def setting_in_words(name: str, settlement: str = "") -> str:
    """What a setting is called, with its place: "Kinds of hand · 3 · Discard: the discarder pays · the dealer wins".

    `name` is dotted, as in problems of a rulebook; terms have the names of the settlement.
    """
    first, *parts = name.split(".")
    if first != "terms" or not parts or settlement not in HOUSE:
        return " · ".join([str((LABELS | ABOUT).get(first, first)), *parts])
    names, words, known = HOUSE[settlement].names, [], list[str]()
    for part in parts:
        label = names.get(".".join([*known, part]))
        words.append(said(label) if label else part)
        known += [part] if label else []
    return " · ".join(words)


def problem_sentence(problem: Problem) -> str:
    """The problem in the reader's language, without its place; a code without a sentence keeps plain English."""
    text = SENTENCES.get(problem.code)
    if text is None:
        return said(Label(problem.message, str(problem.params.get("zh", problem.message))))
    # Text is quoted by the sentence.
    unquoted = {k: v.strip("'\"") if isinstance(v, str) else v for k, v in problem.params.items()}
    return str(text) % unquoted
