"""Rate limits: counts over a sliding window, forgotten when it has passed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address


class Limit:
    """At most so many events in so many seconds."""

    def __init__(self, count: int, seconds: float, now: Callable[[], float]) -> None:
        self.count = count
        self.seconds = seconds
        self._now = now
        self._seen: deque[float] = deque()

    def allow(self) -> bool:
        """Whether one more is within the limit; if so, it is counted."""
        now = self._now()
        seen = self._seen
        while seen and seen[0] <= now - self.seconds:
            seen.popleft()
        if len(seen) >= self.count:
            return False
        seen.append(now)
        return True

    @property
    def wait(self) -> float:
        """Seconds until one more is allowed."""
        if len(self._seen) < self.count:
            return 0.0
        return max(0.0, self._seen[0] + self.seconds - self._now())

    @property
    def idle(self) -> bool:
        return not self._seen or self._seen[-1] <= self._now() - self.seconds


class Limits:
    """The same limit for each of many keys: addresses, players. Idle keys are forgotten."""

    MOST = 50_000

    def __init__(self, count: int, seconds: float, now: Callable[[], float]) -> None:
        self._count, self._now = count, now
        self._limits: dict[str, Limit] = {}
        self.seconds = seconds

    def allow(self, who: str) -> bool:
        limit = self._limits.get(who)
        if limit is None:
            if len(self._limits) >= self.MOST:
                self._forget()
            limit = self._limits[who] = Limit(self._count, self.seconds, self._now)
        return limit.allow()

    def wait(self, who: str) -> float:
        limit = self._limits.get(who)
        return limit.wait if limit is not None else 0.0

    def _forget(self) -> None:
        """Drop idle keys, and the older half if few are idle: a crowd must fill neither memory nor time."""
        kept = {who: limit for who, limit in self._limits.items() if not limit.idle}
        self._limits = dict(list(kept.items())[-self.MOST // 2 :])

    def __len__(self) -> int:
        return len(self._limits)


class Places:
    """At most so many at a time for each of many keys."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        if self._taken[who] >= self._count:
            return False
        self._taken[who] += 1
        return True

    def give_back(self, who: str) -> None:
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]


def whose(address: str) -> str:
    """The key that limits use for an address: for IPv6 its network, as each household has 2**64 addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{found.exploded[:19]}::/64"
