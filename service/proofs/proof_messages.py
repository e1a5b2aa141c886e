"""What a page says of the proofs of a record, in the language of the request."""

from __future__ import annotations

from typing import Any

from ..shared.i18n import says


def proof_words() -> dict[str, Any]:
    """Returns a sentence for everything that a browser can find of a record, by what scripts call it."""
    return {
        "verdicts": {
            "holds": says("The record is untouched."),
            "broken": says("The record was changed."),
            "partly": says("Nothing was found to be changed, but not everything could be checked."),
        },
        "holds": {
            "chain": says("All {count} facts are as they were sealed, each chained to the one before."),
            "opened": says("{count} hidden fields, opened in this copy, are what was sealed."),
            "seed": says("The seed of the shuffles is the one that was committed to before the match."),
            "cards": says("The cards are those that the match is pinned to."),
            "receipt": says("The receipt for fact {seq} is signed by the service."),
            "checkpoint": says("The checkpoint of the log of {size} entries is signed by the service."),
            "log": says("Fact {seq} is in the log of all matches, as entry {leaf} of {size}."),
            "drawn": says("Board and story are those that the service drew from this record."),
            "imported": says(
                "Facts 1 to {count} were imported from {house} by {by}, signed there with the key {key}: "
                "the service says that they were brought, and not that they were played."
            ),
            "transcript": says(
                "Facts 1 to {count} were imported by {by}, and nobody has signed them: "
                "the service says that they were brought, and not that they were played."
            ),
        },
        "broken": {
            "first": says("Fact {seq} was altered: it is not what was sealed."),
            "altered": says(
                "Fact {seq} was altered: it is not what was sealed. "
                "(Or fact {before} was, and its hash made to fit.)"
            ),
            "hash": says("The hash told with fact {seq} was altered; the fact itself is as it was sealed."),
            "order": says(
                "Facts are missing, put in, or in another order: fact {seq} stands in place {place}."
            ),
            "opening": says("What fact {seq} tells of “{field}” is not what was sealed."),
            "seed": says("The seed that fact {seq} reveals is not the one that was committed to."),
            "cards": says("The cards are not those that the match is pinned to."),
            "receipt": says("The receipt for fact {seq} was changed, or contradicts the record."),
            "checkpoint": says("The checkpoint of the log was changed, or not signed by the service."),
            "log": says("Fact {seq} is not what the log of all matches holds."),
            "drawn": says(
                "Board and story are not those that the service drew from this record: they are not shown."
            ),
            "unreadable": says("The record cannot be read: {error}."),
        },
        "open": {
            "browser": says("This browser cannot check hashes here: nothing was checked."),
            "receipt": says("This browser cannot check the signature of the receipt for fact {seq}."),
            "checkpoint": says("This browser cannot check the signature of the checkpoint."),
            "drawn": says("This browser cannot check whether board and story were drawn from this record."),
            "unlogged": says("The record comes without an entry in the log of all matches."),
        },
    }
