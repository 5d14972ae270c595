"""People who play by the lines alone: a policy from what is printed, for pipes and in process."""

import re
import subprocess
import sys

ASKED = re.compile(
    r"What does .+ do\?|Enter: .+|Type the number of a seat\. Enter: .+|.+ presses Enter\."
    r"|Does .+ agree\? Type y or n\.|Who plays\? .+|Which rules\? .+"
)
"""The last line of a question."""
HINT = re.compile(r"(?:Hint: |Yes, |No, )(?:(.+?)\. .*|(.+)\.)")


class Player:
    """Answers questions by asking for a hint wherever a hand is shown."""

    def __init__(self):
        self.listed = []
        self.is_hinted = False

    def hear(self, line):
        """Takes a line in, and gives the answer if one is due now."""
        if HINT.fullmatch(line):
            self.is_hinted = False
            return self.answer_to(HINT.fullmatch(line))
        if line.startswith(("Move ", "Moves: ", "To ")):
            self.listed.append(line)
            return None
        if line == "No hint is to be had just now.":
            return "1"
        if not ASKED.fullmatch(line):
            if line.startswith(("Round ", "Deal ", "Hand ")):
                self.listed = []
            return None
        if line.startswith("What does") or (line.startswith("Enter: no call") and self.listed):
            return "hint"
        return ""

    def number(self, words):
        """The number of a listed move that begins with these words."""
        for line in self.listed:
            head, _, rest = line.partition(": ")
            if head.startswith("Move "):
                if rest.startswith(words):
                    return head.removeprefix("Move ")
                continue
            verb = {"Moves": ""}.get(head, head.removeprefix("To ") + "s ")
            for part in rest.rstrip(".").split(", "):
                number, _, said = part.partition(" ")
                if (verb + said).startswith(words):
                    return number
        raise AssertionError(f"{words!r} is not among {self.listed}")

    def answer_to(self, hint):
        """What to type for a hint."""
        said = hint[1] or hint[2]
        if said.startswith("let this card go"):
            return ""
        if said == "draw from the stock":
            return "draws"
        if said == "take the discard":
            return "takes"
        if said == "let the discard go":
            return "passes"
        if said in ("BUY", "MAY I", "call SHANGHAI"):
            return self.number("calls shanghai" if said == "call SHANGHAI" else "calls")
        if said.startswith("go down"):
            return self.number("melds")
        if found := re.fullmatch(r"lay (\S+) on meld (\d+)", said):
            return self.number(f"lays {found[1]} on {found[2]}")
        if found := re.fullmatch(r"give (\S+) for the joker in meld (\d+)", said):
            return f"swaps {found[1]} for joker in {found[2]}"
        if found := re.fullmatch(r"discard (\S+)( and say SHANGHAI)?", said):
            return f"discards {found[1]}{' shanghai' if found[2] else ''}"
        if said.startswith("end the turn"):
            return "ends"
        raise AssertionError(said)


class Pipes:
    """The program with its input and output as pipes, and nothing else."""

    def __init__(self, data, *arguments):
        command = [sys.executable, "-m", "shanghai", *arguments, "--data-dir", str(data)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8"
        )
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def hear(self):
        """The next line that is not blank; empty once there is none."""
        while line := self.process.stdout.readline():
            if line.strip():
                self.lines.append(line.rstrip("\n"))
                return self.lines[-1]
        return ""

    def type(self, line):
        """Types a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear_until(self, pattern):
        """Listens until a line matches, and gives what matched."""
        while line := self.hear():
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"{pattern} was never said; last: {self.lines[-5:]}")

    def play_until(self, pattern, player):
        """Lets a player answer until a line matches."""
        while line := self.hear():
            if found := re.search(pattern, line):
                return found
            answer = player.hear(line)
            if answer is not None:
                self.type(answer)
        raise AssertionError(f"{pattern} was never said; last: {self.lines[-5:]}")

    def end(self):
        """Closes the input, and gives the exit code."""
        self.process.stdin.close()
        while self.hear():
            pass
        return self.process.wait()
