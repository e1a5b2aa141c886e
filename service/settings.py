"""The settings of operators, read from the environment once."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from domain.table.beacon import Beacon, read_beacon
from replays.proof.notes import read_key
from replays.proof.standalone.witnesses import read_policy

from .environment import InvalidSetting, read_environment
from .shared.limits import Limits
from .shared.mail_server import MailServer, read_mail_server

TRACES = "OTEL_EXPORTER_OTLP_ENDPOINT"
"""The variable with the URL for spans."""


class Settings(Struct, frozen=True):
    """The settings of one process.

    `data` is the directory of SQLite files, `cards` that of card sets, `keys` that of signing keys (default:
    in `data`). `name` is the signer's name. `store` holds the environment variables of the `eventsourcing`
    library, and so chooses the store. With `redis_url`, views and notifications use Redis. With `runner`
    this process runs the projections, seals the log and advances tournaments; a service needs one such
    process. With `separate_process` the projections run in a child process. `log` is the format of the
    journal (default: text on a terminal, else JSON). `traces` is the URL for spans of OpenTelemetry. `https`
    marks a service that browsers reach by HTTPS alone. `webhooks_loopback` allows webhooks to this machine
    and by plain HTTP, for development. `limits` are the limits for clients, if any. `proxies` is the number
    of trusted proxies in front of this server. `url` is the base of links to this service (default: the host
    of the request). `witness` is the file or address of a second copy of the last checkpoint.
    `witness_policy` is the text of a policy (C2SP) with the witnesses whose cosignatures checkpoints need.
    `beacon` is the public beacon of new matches. `mail` is the server that takes mails to players, if any.
    `trusted` holds public keys of other services. Their signatures on imported matches count as known. With
    `read_only` this process opens an existing store for reading alone. With `scratch` nobody can write the
    store, and that directory takes all other files.
    """

    data: Path = Path("var")
    store: Mapping[str, str] = {}
    redis_url: str = ""
    runner: bool = True
    separate_process: bool = False
    cards: Path | None = None
    keys: Path | None = None
    name: str = "recount"
    log: str = ""
    traces: str = ""
    https: bool = False
    webhooks_loopback: bool = False
    limits: Limits | None = None
    proxies: int = 0
    url: str = ""
    witness: str = ""
    witness_policy: str = ""
    beacon: Beacon | None = None
    mail: MailServer | None = None
    trusted: frozenset[str] = frozenset()
    read_only: bool = False
    scratch: Path | None = None

    @property
    def database(self) -> Path:
        """The file of the store, where it is one."""
        return self.data / "recount.db"

    @property
    def keyring(self) -> Path:
        """The directory of the keys to sign with."""
        return self.keys or self.data / "keys"

    @property
    def uses_server(self) -> bool:
        """Whether the store is a server's, and no file."""
        return "postgres" in self.store.get("PERSISTENCE_MODULE", "")

    @property
    def shared(self) -> bool:
        """Whether several processes may serve from the same store and views."""
        return self.uses_server and bool(self.redis_url)


_RUNNERS = {"on": (True, False), "off": (False, False), "apart": (True, True)}
"""The values of `RECOUNT_RUNNER`.

Each says whether this process has a runner, and a child for projections.
"""
_SWITCH = {"on": True, "off": False}
_ORIGIN_PATTERN = re.compile(r"https?://[0-9A-Za-z.\-\[\]:]+")
_REDIS = ("redis://", "rediss://", "unix://", "redis+sentinel://")
_LOG_FORMS = ("", "json", "text", "quiet")


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Returns the settings in *environment*. Raises `InvalidSetting`.

    It reads `RECOUNT_BEACON`, `RECOUNT_CARDS`, `RECOUNT_DATA`, `RECOUNT_HTTPS`, `RECOUNT_KEYS`,
    `RECOUNT_LIMITS`, `RECOUNT_LIMIT_…` of each of the `Limits`, `RECOUNT_LOG`, `RECOUNT_MAIL_FROM`,
    `RECOUNT_NAME`, `RECOUNT_PROXIES`, `RECOUNT_RUNNER`, `RECOUNT_SMTP_…`, `RECOUNT_TRUSTED_KEYS`,
    `RECOUNT_URL`, `RECOUNT_WEBHOOKS_LOOPBACK`, `RECOUNT_WITNESS`, `RECOUNT_WITNESS_POLICY`, `REDIS_URL`,
    `OTEL_EXPORTER_OTLP_ENDPOINT`, and the variables of the store's library. It rejects any other name with
    the prefix `RECOUNT_`. Files may hold secrets (`environment.SECRETS`).
    """
    environment = read_environment(environment)
    log = environment.get("RECOUNT_LOG", "")
    if log not in _LOG_FORMS:
        raise InvalidSetting(f"RECOUNT_LOG is “{log}”; it may be “json”, “text” or “quiet”.")
    data = Path(environment.get("RECOUNT_DATA") or "var")
    cards, keys = environment.get("RECOUNT_CARDS", ""), environment.get("RECOUNT_KEYS", "")
    if cards and not Path(cards).is_dir():
        raise InvalidSetting(f"RECOUNT_CARDS is “{cards}”; it has to be a directory, of card sets.")
    runner, separate_process = _read_runner(environment)
    url = _read_url(environment)
    return Settings(
        data=data,
        store=dict(environment),
        redis_url=_read_redis_url(environment),
        runner=runner,
        separate_process=separate_process,
        cards=Path(cards) if cards else data / "cards",
        keys=Path(keys) if keys else None,
        name=environment.get("RECOUNT_NAME") or "recount",
        log=log,
        traces=environment.get(TRACES, ""),
        https=_read_switch(environment, "RECOUNT_HTTPS", "off"),
        webhooks_loopback=_read_switch(environment, "RECOUNT_WEBHOOKS_LOOPBACK", "off"),
        limits=_read_limits(environment) if _read_switch(environment, "RECOUNT_LIMITS", "on") else None,
        proxies=_read_proxies(environment),
        url=url,
        witness=_read_witness(environment),
        witness_policy=_read_witness_policy(environment),
        beacon=_read_beacon(environment),
        mail=_read_mail(environment, url),
        trusted=_read_trusted_keys(environment),
    )


def encode_settings(settings: Settings) -> bytes:
    """Returns *settings* as one line of JSON, for a process of the same machine."""
    return msgspec.json.encode(settings, enc_hook=str)


def decode_settings(line: bytes) -> Settings:
    """Returns the settings that `encode_settings` has written."""
    return msgspec.json.decode(line, type=Settings, dec_hook=lambda kind, value: kind(value))


def _read_runner(environment: Mapping[str, str]) -> tuple[bool, bool]:
    """Returns whether this process has a runner, and a child for projections.

    The default is a child on machines with more than one core. Raises `InvalidSetting`.
    """
    text = environment.get("RECOUNT_RUNNER") or ("apart" if len(os.sched_getaffinity(0)) > 1 else "on")
    if text not in _RUNNERS:
        raise InvalidSetting(f"RECOUNT_RUNNER is “{text}”; it may be “on”, “off” or “apart”.")
    return _RUNNERS[text]


def _read_limits(environment: Mapping[str, str]) -> Limits:
    """Returns the limits for clients. Raises `InvalidSetting`."""
    usual, values = Limits(), dict[str, Any]()
    for limit in Limits.__struct_fields__:
        name = f"RECOUNT_LIMIT_{limit.upper()}"
        otherwise = getattr(usual, limit)
        text = environment.get(name) or otherwise
        try:
            values[limit] = type(otherwise)(text)
            Limits(**{limit: values[limit]})
        except ValueError as error:
            raise InvalidSetting(f"{name} is “{text}”; it may be “{otherwise}”, say.") from error
    return Limits(**values)


def _read_proxies(environment: Mapping[str, str]) -> int:
    """Returns the number of trusted proxies. Raises `InvalidSetting`."""
    text = environment.get("RECOUNT_PROXIES") or "0"
    if text not in ("0", "1", "2", "3"):
        raise InvalidSetting(f"RECOUNT_PROXIES is “{text}”; it may be 0 to 3.")
    return int(text)


def _read_trusted_keys(environment: Mapping[str, str]) -> frozenset[str]:
    """Returns the public keys in the file of keys. Raises `InvalidSetting`.

    The file has one key a line, and comments.
    """
    file = environment.get("RECOUNT_TRUSTED_KEYS", "")
    if not file:
        return frozenset()
    try:
        lines = (line.strip() for line in Path(file).read_text(encoding="utf-8").splitlines())
        return frozenset(str(read_key(line)) for line in lines if line and not line.startswith("#"))
    except (OSError, ValueError) as error:
        raise InvalidSetting(
            f"RECOUNT_TRUSTED_KEYS is “{file}”; it has to be a file with a public key on each line: {error}"
        ) from error


def _read_witness(environment: Mapping[str, str]) -> str:
    """Returns the place of a second checkpoint. Raises `InvalidSetting` for the witness of a service."""
    place = environment.get("RECOUNT_WITNESS", "")
    if "/api/v1/witness" in place:
        raise InvalidSetting(
            f"RECOUNT_WITNESS is “{place}”, the witness of a service, which takes checkpoints with proofs "
            "alone: name it in RECOUNT_WITNESS_POLICY."
        )
    return place


def _read_witness_policy(environment: Mapping[str, str]) -> str:
    """Returns the policy in the file of witnesses. Raises `InvalidSetting`."""
    file = environment.get("RECOUNT_WITNESS_POLICY", "")
    if not file:
        return ""
    try:
        text = Path(file).read_text(encoding="utf-8")
        read_policy(text)
    except (OSError, ValueError) as error:
        raise InvalidSetting(
            f"RECOUNT_WITNESS_POLICY is “{file}”; it has to be a file with a policy of witnesses: {error}"
        ) from error
    return text


def _read_beacon(environment: Mapping[str, str]) -> Beacon | None:
    """Returns the beacon in the file of its chain. Raises `InvalidSetting`."""
    file = environment.get("RECOUNT_BEACON", "")
    if not file:
        return None
    try:
        return read_beacon(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidSetting(
            f"RECOUNT_BEACON is “{file}”; it has to be a file with the chain of a beacon: {error}"
        ) from error


def _read_mail(environment: Mapping[str, str], url: str) -> MailServer | None:
    """Returns the mail server, or `None` without one. Raises `InvalidSetting`."""
    try:
        return read_mail_server(environment, url)
    except ValueError as error:
        raise InvalidSetting(str(error)) from error


def _read_redis_url(environment: Mapping[str, str]) -> str:
    """Returns the URL of Redis, or “” without one. Raises `InvalidSetting`."""
    url = environment.get("REDIS_URL", "")
    if url and not url.startswith(_REDIS):
        raise InvalidSetting(  # without the value, because it may hold a password
            f"REDIS_URL has to begin with one of {', '.join(_REDIS)}: “redis://localhost:6379/0”, say."
        )
    return url


def _read_url(environment: Mapping[str, str]) -> str:
    """Returns the base URL of links. Raises `InvalidSetting`."""
    url = environment.get("RECOUNT_URL", "").rstrip("/")
    if url and not _ORIGIN_PATTERN.fullmatch(url):
        raise InvalidSetting(f"RECOUNT_URL is “{url}”; it may be “https://recount.example”, say.")
    return url


def _read_switch(environment: Mapping[str, str], name: str, otherwise: str) -> bool:
    """Returns whether the switch *name* is on. Raises `InvalidSetting`."""
    value = environment.get(name) or otherwise
    if value not in _SWITCH:
        raise InvalidSetting(f"{name} is “{value}”; it may be “on” or “off”.")
    return _SWITCH[value]


def store_environment(settings: Settings) -> Mapping[str, str]:
    """Returns the environment variables of the store of *settings*."""
    if settings.scratch or settings.read_only:
        mode = "immutable=1" if settings.scratch else "mode=ro"
        file = f"file:{quote(str(settings.database.absolute()))}?{mode}"
        return {"SQLITE_DBNAME": file, "POSTGRES_READ_ONLY": "yes", **settings.store, "CREATE_TABLE": "no"}
    return {"SQLITE_DBNAME": str(settings.database), **settings.store}
