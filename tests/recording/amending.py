"""The amendment of an entry in a recording without a log."""

from __future__ import annotations

from typing import Any

from domain.recording.entries import Entry, Reply
from domain.recording.recording import Recording


def amend(
    recording: Recording[Any, Any], number: int, entry: Entry, seq: int
) -> tuple[Recording[Any, Any], list[Reply]]:
    """The recording with entry *number* replaced, up to the first entry that does not hold, and the replies.

    Its facts follow fact *seq*. Between two entries one number is left for the fact that contains the second.
    """
    amended, replies = recording.rewind(recording.entry_seq(number)), list[Reply]()
    for later, old in enumerate(recording.entries[number - 1 :], number):
        result = amended.try_entry(entry if later == number else old, seq, recording.values_of(later))
        if not isinstance(result, tuple):
            return amended, [*replies, result]
        amended, accepted = result
        replies.append(accepted)
        seq = accepted.facts[-1].seq + 1
    return amended, replies
