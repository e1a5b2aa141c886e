"""Photos of cases: their hashes are facts, and the store has their bytes.

The service decodes each photo and writes it anew as JPEG, without its EXIF data.
"""

from __future__ import annotations

import hashlib
import io
import struct
from typing import Any, ClassVar

from PIL import Image, ImageOps, UnidentifiedImageError

from domain.errors import InvalidField
from domain.messages import Message
from domain.table import CommandOutcome, Party, PhotoAdded, PhotoRemoved, WrongMoment
from domain.table.recordings import photos as recorded
from domain.table.statements import find_case
from projections.match_views import LoadedMatch

from ..database.photos import PhotoRow, photo_deletion, photo_insertion
from ..eventstore.store import Store, translate_errors
from ..http.middleware.idempotency import IdempotentRequest
from ..matches.repository import CommandResult, MatchRepository
from ..shared.errors import LimitReached
from ..shared.registry import Registry
from .checks import check_room

MAX_PHOTO_BYTES = 8 * 1024 * 1024
"""The largest file of a photo."""
MAX_PIXELS = 50_000_000
"""The largest photo, in pixels."""
MAX_EDGE_PIXELS = 2560
"""The longest edge of a stored photo."""
JPEG_QUALITY = 85
"""Quality of a stored photo, of 100."""
MAX_PHOTOS = 20
"""Photos of the recording of one match, and as many of all its cases."""
MAX_EVENT_BYTES = 1024 * 1024 * 1024
"""The size of all photos of one event."""
MAX_FREE_BYTES = 5 * 1024 * 1024 * 1024
"""The size of all photos of matches without an event."""
MAX_OWNER_BYTES = 100 * 1024 * 1024
"""The size of all photos of one owner's matches under way without an event."""
FORMATS = ("JPEG", "PNG", "WEBP")
DECODING_ERRORS = (
    *(UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError),
    *(struct.error, LookupError, TypeError),
)
"""Errors of files that are no photos, or whose EXIF data is broken."""


class InvalidPhoto(InvalidField, ValueError):
    """A file is no photo in a known format, or is too large."""

    slug: ClassVar[str] = "misfiled"

    def __init__(self, message: Message) -> None:
        super().__init__("", message)


def normalize_photo(file: bytes) -> bytes:
    """Returns the photo in *file* as JPEG without metadata, upright; raises `InvalidPhoto`."""
    if len(file) > MAX_PHOTO_BYTES:
        raise InvalidPhoto(Message("A photo has up to 8 MB, and this file has more."))
    try:
        with Image.open(io.BytesIO(file), formats=FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise InvalidPhoto(Message("A photo has up to 50 million pixels, and this one has more."))
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except DECODING_ERRORS as error:
        if isinstance(error, InvalidPhoto):
            raise
        raise InvalidPhoto(
            Message("This file is no photo that can be read: JPEG, PNG and WebP are allowed.")
        ) from error
    upright.thumbnail((MAX_EDGE_PIXELS, MAX_EDGE_PIXELS))
    sheet = Image.new("RGB", upright.size, "white")
    sheet.paste(upright, mask=upright.getchannel("A"))
    stored = io.BytesIO()
    sheet.save(stored, "JPEG", quality=JPEG_QUALITY)
    return stored.getvalue()


def add_photo(
    services: Registry,
    match: str,
    case: int | None,
    by: Party,
    file: bytes,
    *,
    entry: int = 0,
    request: IdempotentRequest | None = None,
) -> CommandResult:
    """Adds a photo to a case that waits for a ruling, or without a *case* to an *entry* of the recording.

    One transaction stores the fact and the bytes. Raises `UnknownMatch`, `InvalidPhoto`, `NoSuchCase`,
    `WrongMoment`, and `LimitReached` for too many photos of the match, of its event or of its owner.
    """
    repository, photos = services[MatchRepository], services[Store].photos
    event = repository.load_settings(match).event
    content = normalize_photo(file)
    digest = hashlib.sha256(content).hexdigest()

    def decide_photo(loaded: LoadedMatch) -> CommandOutcome[Any]:
        if case is not None:
            find_case(loaded.match, case)
            check_room(loaded, case)
        _check_space(services, match, event, len(content))
        _check_number(repository, match, case)
        added = PhotoAdded(
            case or 0, by, digest, len(content), hashlib.sha256(file).hexdigest(), repository.clock(), entry
        )
        if digest in photos.list_hashes(match):
            raise LimitReached(Message("The match has this photo already."))
        return recorded.add_photo(loaded.rules, loaded.match, added)

    row = photo_insertion(PhotoRow(match, digest, event, len(content), content))
    return repository.execute(match, decide_photo, request=request, row=row)


def _check_number(repository: MatchRepository, match: str, case: int | None) -> None:
    """Raises `LimitReached` for too many photos of the recording of a match, or of its cases."""
    listed = recorded.list_photos(repository.load_facts(match)).values()
    if sum(bool(photo.case) is (case is not None) for photo in listed) < MAX_PHOTOS:
        return
    if case is None:
        raise LimitReached(
            Message("This recording has {most} photos, and there may be no more.", most=MAX_PHOTOS)
        )
    raise LimitReached(
        Message("The cases of this match have {most} photos, and there may be no more.", most=MAX_PHOTOS)
    )


def _check_space(services: Registry, match: str, event: str, size: int) -> None:
    """Raises `LimitReached` without space for a photo of *size* bytes of a match."""
    photos, stored = services[Store].photos, services[Store].photos.event_bytes(event)
    if event and stored + size > MAX_EVENT_BYTES:
        raise LimitReached(Message("The photos of this event have 1 GB, and there is no room for more."))
    if event:
        return
    if stored + size > MAX_FREE_BYTES:
        raise LimitReached(
            Message("The photos of matches without an event have 5 GB, and there is no room for more.")
        )
    owner = services[MatchRepository].owners.load_payer(match).owner
    if photos.owner_bytes(owner) + size > MAX_OWNER_BYTES:
        raise LimitReached(
            Message("The photos of your matches under way have 100 MB, and there is no room for more.")
        )


def remove_photo(
    services: Registry,
    match: str,
    case: int | None,
    photo: int,
    by: Party,
    *,
    request: IdempotentRequest | None = None,
) -> CommandResult:
    """Deletes the bytes of the photo of fact *photo*, of a *case* or of the recording; its hash stays.

    One transaction stores the fact and deletes the bytes. Raises `UnknownMatch`, `NoSuchCase` and
    `WrongMoment`.
    """
    repository, store = services[MatchRepository], services[Store]
    repository.load_settings(match)
    sha256 = _photo_of(services, match, photo).sha256

    def decide_removal(loaded: LoadedMatch) -> CommandOutcome[Any]:
        if case is not None:
            find_case(loaded.match, case)
        removed = PhotoRemoved(case or 0, photo, by, repository.clock())
        outcome = recorded.remove_photo(loaded.rules, loaded.match, removed)
        if photo not in recorded.list_photos(repository.load_facts(match)):
            raise WrongMoment(Message("The photo of fact {seq} was removed already.", seq=photo))
        return outcome

    row = photo_deletion(match, sha256)
    result = repository.execute(match, decide_removal, request=request, row=row)
    with translate_errors("the photos"):
        store.database.flush_log()
    return result


def _photo_of(services: Registry, match: str, seq: int) -> PhotoAdded:
    """Returns the photo of a fact; raises `WrongMoment`."""
    for fact in services[MatchRepository].load_facts(match, seq - 1, seq):
        if isinstance(fact.event, PhotoAdded):
            return fact.event
    raise WrongMoment(Message("Fact {seq} is no photo.", seq=seq))
