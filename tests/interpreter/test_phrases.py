"""Reports in English agree with whoever they speak of."""

from interpreter.engine.phrases import joined, report_text


def test_a_report_of_several_has_the_plural() -> None:
    phrase = "{crew} [attack] {v}"
    crew = joined(["Kaguya Girl", "Gray Rabbit"])
    assert report_text(phrase, {"crew": crew, "v": "Mirror Moth"}, ["crew"]) == (
        "Kaguya Girl and Gray Rabbit attack Mirror Moth"
    )
    assert report_text(phrase, {"crew": "Gray Rabbit", "v": "Mirror Moth"}) == "Gray Rabbit attacks Mirror Moth"
    both = "{crew} [be] seen and [go] off, {v} [stay]"
    assert report_text(both, {"crew": crew, "v": "Moth"}, ["crew"]).endswith("are seen and go off, Moth stays")
    assert report_text("{a} and {b} [swap] places", {"a": "ONI", "b": "Alpha Kid"}) == "ONI and Alpha Kid swap places"
    assert report_text("{a} [see] {b} and {v} [stay]", {"a": "ONI", "b": "Ann", "v": "Moth"}).endswith("Moth stays")
    assert joined(["a", "b", "c"]) == "a, b and c" and joined([]) == ""
