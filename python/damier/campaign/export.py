"""A campaign as a table with its provenance, for others to read and to check."""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

import damier
from damier import Board, tables

from .campaign import Campaign
from .errors import CampaignError
from .store import Problem, Stored
from .units import forget_tables, run_unit


def export(campaign: Campaign) -> dict[str, Any]:
    """What a campaign found, unit by unit with the settings, as values that JSON can hold."""
    problem, status = campaign.problem, campaign.status()
    units = [
        _unit_record(list(results))
        for _, results in groupby(campaign.results(), lambda stored: stored.result.number)
    ]
    nodes = sum(unit["nodes"] for unit in units)
    return {
        "damier": damier.__version__,
        "problem": problem._asdict(),
        "complete": status.complete,
        "nodes": nodes if status.complete else None,
        "units": status.units,
        "checked": status.checked,
        "seconds": round(status.seconds, 3),
        "results": units,
    }


def _unit_record(results: list[Stored]) -> dict[str, Any]:
    first, *recounts = map(_result_record, results)
    return {"unit": results[0].result.number} | first | {"recount": next(iter(recounts), None)}


def _result_record(stored: Stored) -> dict[str, Any]:
    result = stored.result
    return {
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        **result.settings._asdict(),
        "finished": stored.finished,
    }


def known_count(problem: Problem) -> int | None:
    """The count of a problem in the tables that come with damier, if they reach so far."""
    board = problem.board()
    for table in tables.TABLES:
        if table.variant == problem.variant and Board(table.variant, table.fen) == board:
            counts: tuple[int, ...] = (1, *getattr(table, problem.convention))
            if problem.depth < len(counts):
                return counts[problem.depth]
    return None


def markdown(record: dict[str, Any]) -> str:
    """An export as a page for people, with a row for each worker."""
    problem = Problem(**record["problem"])
    known = known_count(problem)
    nodes = record["nodes"]
    facts = {
        "game": problem.variant,
        "position": f"`{problem.fen}`",
        "depth": problem.depth,
        "convention": problem.convention,
        "lines of play": "not complete" if nodes is None else f"**{nodes:,}**",
        "split": f"at ply {problem.plies}, {record['units']:,} units of {problem.unit_size}",
        "counted": f"{len(record['results']):,} units, {record['seconds']:,.1f} s of work",
        "checked": f"{record['checked']:,} units, counted again with other settings",
        "known table": "does not reach so far" if known is None else f"{known:,}",
    }
    results = [r for unit in record["results"] for r in (unit, unit["recount"]) if r]
    if results:
        first, last = min(r["finished"] for r in results), max(r["finished"] for r in results)
        facts["time"] = f"{first} to {last}"
    columns = ("worker", "kernel", "hash_mb", "threads", "version")
    work: Counter[tuple[Any, ...]] = Counter()
    seconds: Counter[tuple[Any, ...]] = Counter()
    for result in results:
        key = tuple(result[column] for column in columns)
        work[key] += 1
        seconds[key] += result["seconds"]
    lines = ["| campaign | |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in facts.items()]
    lines += ["", "| worker | kernel | table, MiB | threads | damier | units | seconds |"]
    lines += ["|---|---|---:|---:|---|---:|---:|"]
    for key in sorted(work):
        cells = " | ".join(map(str, key))
        lines.append(f"| {cells} | {work[key]:,} | {seconds[key]:,.1f} |")
    return "\n".join(lines)


class Finding(NamedTuple):
    """One thing that was verified."""

    what: str
    found: str
    right: bool


def verify(record: dict[str, Any], share: float, workers: int, hash_mb: int) -> Iterator[Finding]:
    """Checks an export with this machine: the units, the sum, its checks, the known table, a share.

    The share of the units, drawn at random, is made anew from the problem and counted, so it is
    confirmed from the rules up. A single wrong unit is found with a chance of `share`. Where, when
    and how the units were counted cannot be checked.

    Args:
        record: What `export` gives.
        share: From 0, which counts nothing, to 1.
        workers: How many threads count; 0 is one for each core.
        hash_mb: Memory for the table, as in `damier.perft`.

    Raises:
        CampaignError: The record is no export of a complete campaign.
    """
    try:
        problem = Problem(**record["problem"])
        problem.require_sense()
        results = [(unit["unit"], unit["nodes"]) for unit in record["results"]]
        recounts = [(unit["recount"], unit["nodes"]) for unit in record["results"]]
        checks = [recount["nodes"] == count for recount, count in recounts if recount is not None]
        total = record["nodes"]
        if not all(type(number) is int for result in results for number in result):
            raise TypeError("the results are no whole numbers")
    except (KeyError, TypeError, ValueError) as error:
        raise CampaignError(f"no export of a campaign: {error}") from None
    if total is None:
        raise CampaignError("an export of a campaign that is not complete")
    nodes = dict(results)
    units = sum(1 for _ in problem.units())
    numbers = [number for number, _ in results]
    yield Finding("units", f"{len(results):,} of {units:,}", numbers == list(range(units)))
    yield Finding("sum", f"{sum(nodes.values()):,}", sum(nodes.values()) == total)
    yield Finding("checks", f"{len(checks):,} units", all(checks))
    known = known_count(problem)
    if known is not None:
        yield Finding("known table", f"{known:,}", known == total)
    if share == 0:
        return
    drawn = set(random.sample(range(units), ceil(units * share)))
    try:
        differing = [
            unit.number
            for unit in problem.units()
            if unit.number in drawn
            and run_unit(unit, threads=workers, hash_mb=hash_mb).nodes != nodes.get(unit.number)
        ]
    finally:
        forget_tables()
    told = f"{len(drawn):,} units" + (f", unit {differing[0]} differs" if differing else "")
    yield Finding("counted again", told, not differing)


def read_export(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """The record in a file of JSON; None if the file is a database, as a campaign is.

    Raises:
        CampaignError: The file cannot be read or is neither.
    """
    magic = b"SQLite format 3"
    try:
        with open(path, "rb") as file:
            text = file.read(len(magic))
            if text == magic:
                return None
            text += file.read()
        record = json.loads(text)
        if not isinstance(record, dict):
            raise ValueError("it is no JSON object")
        return record
    except OSError as error:
        raise CampaignError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise CampaignError(f"{path} is no export of a campaign: {error}") from None
