"""The source of chance."""

from collections import Counter
from hashlib import sha256

from tournament.seating.stream import Stream


def test_the_words_are_the_digests_of_key_and_counter() -> None:
    key = sha256(b"4:seed:test").digest()
    first = sha256(key + bytes(8)).digest()
    stream = Stream("seed", "test")
    words = [stream.word() for _ in range(8)]
    assert b"".join(word.to_bytes(4, "big") for word in words) == first
    # The stream goes on where a batch ends.
    for _ in range(8, 8 * 1000):
        stream.word()
    assert stream.word().to_bytes(4, "big") == sha256(key + (1000).to_bytes(8, "big")).digest()[:4]


def test_purposes_and_seeds_do_not_mix() -> None:
    assert Stream("a", "b").word() != Stream("a", "c").word()
    assert Stream("a:b", "c").word() != Stream("a", "b:c").word()


def test_numbers_below_a_limit_are_even() -> None:
    stream = Stream("even", "test")
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert max(counts.values()) - min(counts.values()) < 600


def test_no_biased_remainder_is_taken() -> None:
    # With n = 3 * 2**30 a quarter of all words must be thrown away.
    stream = Stream("bias", "test")
    n = 3 << 30
    counts = Counter(stream.below(n) >> 30 for _ in range(30_000))
    assert max(counts.values()) - min(counts.values()) < 600


def test_a_shuffle_keeps_everybody() -> None:
    assert sorted(Stream("", "x").permutation(100)) == list(range(100))
