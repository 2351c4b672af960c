"""Makes the weights of the evaluation again from nothing, by games of the engine with itself.

    python training/learn.py [-v brazilian|international] [--games N] [--work DIRECTORY]

The first generation plays with the hand-made evaluation, each later one with the weights of the one
before; each learns from the examples of all. At the end the new weights play matches against the
hand-made evaluation and against each other, and stand in python/damier/engine/data. The same
numbers of games and shares and the same build give the same bytes.
"""

import argparse
import math
import os
import subprocess
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "python" / "damier" / "engine" / "data"
VARIANTS = ("international", "brazilian")
MATCH_GAMES = 300
MATCH_NODES = 2000
EPOCHS = 12
# So many games make a part of a generation, whatever number of processes play them.
GAMES_OF_PART = 20_000


@dataclass(frozen=True)
class Generation:
    """How many games are played, how many nodes a move gets, and how much of the goal is the score
    that the search found; the rest is what became of the game."""

    games: int
    nodes: int
    score_share: float


# Positions of 8x8 repeat more, so it takes more games.
GENERATIONS = {
    "international": (
        Generation(20_000, 1000, 0.5),
        Generation(20_000, 2000, 0.8),
        Generation(60_000, 2000, 0.8),
    ),
    "brazilian": (
        Generation(60_000, 1000, 0.5),
        Generation(60_000, 2000, 0.8),
        Generation(40_000, 2000, 0.8),
    ),
}


def build(work: Path) -> Path:
    """The program that plays and fits."""
    place = work / "build"
    settings = ["-DCMAKE_BUILD_TYPE=Release", "-DDAMIER_TRAINING=ON"]
    subprocess.run(
        ["cmake", "-S", ROOT, "-B", place, *settings], check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run(["cmake", "--build", place, "--target", "damier_training"], check=True)
    return place / "damier_training"


def run(program: Path, *words: object) -> str:
    """What the program prints; it gives way to whatever else the machine has to do."""
    done = subprocess.run(
        [program, *map(str, words)],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.nice(19),
    )
    return done.stdout.strip()


def learn(program: Path, variant: str, games: int | None, processes: int, work: Path) -> None:
    """Makes the weights of a variant."""
    weights = [work / f"{variant}-0.weights"]
    run(program, "handmade", variant, weights[0])
    examples: list[Path] = []
    for number, generation in enumerate(GENERATIONS[variant], start=1):
        count = games or generation.games
        examples += play(program, variant, weights[-1], number, count, processes)
        weights.append(work / f"{variant}-{number}.weights")
        share = generation.score_share
        print(run(program, "fit", variant, weights[-1], share, EPOCHS, *examples))
        for earlier in range(number):
            pair = weights[number], weights[earlier]
            results = run(program, "match", variant, *pair, MATCH_GAMES, MATCH_NODES, 7)
            print(f"{variant}, {number} against {earlier}: {report(results)}", flush=True)
    DATA.mkdir(exist_ok=True)
    packed = zlib.compress(weights[-1].read_bytes(), 9)
    (DATA / f"{variant}.weights").write_bytes(packed)
    print(f"{variant}: {len(packed):,} bytes")


def play(
    program: Path, variant: str, weights: Path, number: int, games: int, processes: int
) -> list[Path]:
    """The examples of a generation, in parts."""

    def play_part(part: int) -> Path:
        examples = weights.with_name(f"{variant}-{number}-{part}.examples")
        share = min(GAMES_OF_PART, games - part * GAMES_OF_PART)
        nodes = GENERATIONS[variant][number - 1].nodes
        seed = 1000 * (number - 1) + part + 1
        told = run(program, "play", variant, weights, examples, share, nodes, seed)
        print(f"{variant}, generation {number}, {share} games: {told}", flush=True)
        return examples

    with ThreadPoolExecutor(processes) as pool:
        return list(pool.map(play_part, range(-(-games // GAMES_OF_PART))))


def report(match: str) -> str:
    """Wins, draws and losses, and the difference in strength with its interval of 95 %.

    Two games from one opening are not independent, so the spread is that of pairs.
    """
    wins, draws, losses, pairs = match.split()
    means = [int(points) / 4 for points in pairs]
    score = sum(means) / len(means)
    spread = math.sqrt(sum((mean - score) ** 2 for mean in means)) / len(means)
    low, high = (elo(score + sign * 1.96 * spread) for sign in (-1, 1))
    return f"+{wins} ={draws} -{losses}, {elo(score):+.0f} Elo ({low:+.0f} to {high:+.0f})"


def elo(score: float) -> float:
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-v", "--variant", choices=VARIANTS, help="both if not given")
    parser.add_argument("--games", type=int, help="of each generation, if not as many as usual")
    parser.add_argument("--processes", type=int, default=1, help="that play at a time")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "training")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    program = build(options.work)
    for variant in [options.variant] if options.variant else VARIANTS:
        learn(program, variant, options.games, options.processes, options.work)


if __name__ == "__main__":
    main()
