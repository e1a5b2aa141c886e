"""The commands of `recount`: their rooms have them, and each summary is repeated here to list them."""

from __future__ import annotations

from collections.abc import Mapping

from .group import LazyCommand

COMMANDS: Mapping[str, LazyCommand] = {
    "adopt": LazyCommand(
        "service.cli.evidence.keys:adopt_store",
        "Makes heads for a store from before heads were kept, one a match; no other store is adopted.",
    ),
    "backup": LazyCommand(
        "service.cli.files.backup:backup",
        "Writes the whole store, as it is at this moment, into FILE, while the service goes on.",
    ),
    "balance": LazyCommand(
        "service.cli.play.balance:balance",
        "Plays the line-ups of a game with bots, and reports how even it is: a table, a picture, the counts.",
    ),
    "cards": LazyCommand(
        "service.cli.catalog.cards:cards",
        "Lists the card sets at hand: those that come with the games, and your own without mistakes.",
    ),
    "case": LazyCommand(
        "service.cli.cases:case",
        "What is disputed about a match, and what is ruled.",
    ),
    "check-config": LazyCommand(
        "service.cli.check_config:check_config",
        "Looks at the variables, directories and servers that `recount serve` would use, "
        "and changes nothing.",
    ),
    "checkpoint": LazyCommand(
        "service.cli.evidence.keys:checkpoint",
        "Writes how long the log of all heads is, and its root, as a signed note: keep it elsewhere.",
    ),
    "demo": LazyCommand(
        "service.cli.demo:demo",
        "Starts the service, lets two bots play over HTTP, and shows what it keeps.",
    ),
    "diff": LazyCommand(
        "service.cli.history.explain:diff",
        "Tells what changed in MATCH from fact FROM to fact TO, change by change; back too, "
        "if TO is earlier.",
    ),
    "export": LazyCommand(
        "service.cli.files.records:export",
        "Writes MATCH as a file, for anybody's eyes; as judge it holds every secret.",
    ),
    "forget": LazyCommand(
        "service.cli.identity.players:forget",
        "Erases what PLAYER is called: one by an id, or all who have a name, accounts as well as guests.",
    ),
    "fork": LazyCommand(
        "service.cli.play.fork:fork",
        "Opens a study that goes on from fact SEQ of MATCH; in the midst of things, from the next question.",
    ),
    "import": LazyCommand(
        "service.cli.files.records:take_in",
        "Takes in what FILE holds, if all that proves it does: a match, or a tournament "
        "with all its matches.",
    ),
    "jobs": LazyCommand(
        "service.cli.jobs:jobs",
        "Shows and cancels jobs: work that takes longer than a request may.",
    ),
    "key": LazyCommand(
        "service.cli.evidence.keys:key",
        "The keys that the service signs with.",
    ),
    "migrate": LazyCommand(
        "service.cli.migrate:migrate",
        "Brings the tables of a store in PostgreSQL up to this release, once every process of it is stopped.",
    ),
    "narrate": LazyCommand(
        "service.cli.history.show:tell",
        "Tells MATCH, a sentence a fact; in English, if its game is not told in the language.",
    ),
    "options": LazyCommand(
        "service.cli.history.study:options",
        "Tells what can be answered in MATCH, and of everything else on the table which rule forbids it.",
    ),
    "play": LazyCommand(
        "service.cli.play.play:play",
        "Lets bots play matches against each other, records them, and tells how they ended.",
    ),
    "player": LazyCommand(
        "service.cli.identity.players:players",
        "Accounts of players.",
    ),
    "project": LazyCommand(
        "service.cli.project:project",
        "Keeps the views up to date, the log of heads sealed and tournaments going, until it is stopped.",
    ),
    "proof": LazyCommand(
        "service.cli.evidence.keys:proof",
        "Writes the proof that the head of MATCH is in the log, as JSON.",
    ),
    "readjudicate": LazyCommand(
        "service.cli.history.readjudicate:readjudicate",
        "Decides every answer of MATCH under other rules; the first difference is told, with exit code 1.",
    ),
    "rebuild": LazyCommand(
        "service.cli.rebuild:rebuild",
        "Throws the views of a projection away and makes them again from the first fact.",
    ),
    "renew-log": LazyCommand(
        "service.cli.files.backup:renew_log",
        "Gives the log a new id, after the database was restored by other means than `restore`.",
    ),
    "restore": LazyCommand(
        "service.cli.files.backup:restore",
        "Writes what `backup` wrote into FILE into an empty store of either kind; the service is stopped.",
    ),
    "review": LazyCommand(
        "service.cli.history.review:review",
        "Tells how the chances of MATCH went, what was given away, and what was luck.",
    ),
    "rules": LazyCommand(
        "service.cli.catalog.rules:rules",
        "Lists the rules of a game by section, or tells the one with NUMBER and where it comes from.",
    ),
    "serve": LazyCommand(
        "service.cli.serve:serve",
        "Serves the API until it is stopped.",
    ),
    "show": LazyCommand(
        "service.cli.history.show:show",
        "Draws the board of MATCH, as it stood after any fact.",
    ),
    "study": LazyCommand(
        "service.cli.history.study:study",
        "Opens a study: a match that goes on from POSITION, in the notation of its game.",
    ),
    "token": LazyCommand(
        "service.cli.identity.tokens:token",
        "API tokens for judges, organizers, readers and other services.",
    ),
    "tournament": LazyCommand(
        "service.cli.tournaments.tournament:tournament",
        "Tournaments: opened, run, looked at, played in memory.",
    ),
    "transcribe": LazyCommand(
        "service.cli.play.play:transcribe",
        "Writes a match between bots as a transcript, and records nothing: how golden transcripts are made.",
    ),
    "verify": LazyCommand(
        "service.cli.evidence.verify:verify",
        "Holds the facts of MATCH against their heads, and decides every answer again.",
    ),
    "webhook": LazyCommand(
        "service.cli.webhooks:webhook",
        "Who is told of facts by calls of ours, and how that goes.",
    ),
    "whatif": LazyCommand(
        "service.cli.history.whatif:whatif",
        "Tells how much the answer to the question that was open after fact SEQ of MATCH changed who won.",
    ),
    "why": LazyCommand(
        "service.cli.history.explain:why",
        "Tells why fact SEQ of MATCH happened, or why something is what it is then: "
        "back to the first answer.",
    ),
}
"""Every command, by name."""
