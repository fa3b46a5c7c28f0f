"""HTTP: names, accounts, tokens, and where players want to be notified."""

from __future__ import annotations

import secrets

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from kolej.server.access.sessions import hash_password, right_password
from kolej.server.http.bodies import (
    Credentials,
    HookMade,
    Me,
    NameMe,
    NewHook,
    NewPassword,
    NewToken,
    PushSubscription,
    TokenInfo,
    TokenMade,
)
from kolej.server.http.problems import reading, told, writing
from kolej.server.http.site import Asking, Site, TheCaller, TheSite, Wrong, is_id, person, printable
from kolej.server.notify.outgoing import BadAddress, check_url
from kolej.server.notify.webpush import BadSubscription, Subscription
from kolej.server.store.store import Player

MOST_TOKENS = 20
MOST_PUSHES = 10
MOST_MUTES = 500


async def _me(site: Site, player: Player) -> Me:
    pushes = await site.store.pushes(player.id)
    return Me(player.handle, player.name, player.account is not None, player.hook, len(pushes))


async def _with_cookie(site: Site, request: Asking, player: Player, status: int = 200) -> Response[Me]:
    cookie = {"Set-Cookie": site.cookie(request, player)}
    return Response(await _me(site, player), status_code=status, headers=cookie)


@get("/api/me", summary="Who am I? null before I have given a name", responses=reading())
async def who_am_i(site: TheSite, caller: TheCaller) -> Me | None:
    return await _me(site, caller.player) if caller.player else None


@post("/api/me", summary="Set my name: makes a guest, or renames", status_code=200, responses=writing(422))
async def name_me(site: TheSite, caller: TheCaller, request: Asking, data: JSONBody[NameMe]) -> Response[Me]:
    name = printable(data.name)
    if caller.player is None:
        site.limit(site.guests, caller.address, "too many new guests from this address")
        return await _with_cookie(site, request, await site.auth.new_guest(name))
    site.limit(site.guests, caller.player.id, "too many names")
    renamed = msgspec.structs.replace(caller.player, name=name)
    await site.store.rename(renamed.id, name)
    site.registry.changed(renamed)
    return await _with_cookie(site, request, renamed)


@delete(
    "/api/me",
    summary="Delete all that is stored about me; finished games stay, without my name",
    responses=writing() | {204: told(None, "Forgotten")},
)
async def forget_me(site: TheSite, caller: TheCaller, request: Asking) -> Response[None]:
    player = person(caller)
    await site.store.forget(player.id)
    site.registry.forget(player.id)
    return Response(None, status_code=204, headers={"Set-Cookie": site.cookie(request, None)})


@post(
    "/api/account",
    summary="Turn the guest I am into an account, to come back on another device",
    status_code=200,
    responses=writing(409),
)
async def make_account(
    site: TheSite, caller: TheCaller, request: Asking, data: JSONBody[Credentials]
) -> Response[Me]:
    if not site.settings.accounts:
        raise Wrong(403, "no-accounts", "this server has no accounts")
    if caller.player is not None and caller.player.account is not None:
        raise Wrong(409, "has-account", "you already have an account")
    site.limit(site.logins, caller.address, "too many tries from this address")
    hashed = await hash_password(data.password)
    guest = caller.player or await site.auth.new_guest(data.name)
    if not await site.store.make_account(guest.id, data.name, hashed):
        if caller.player is None:
            await site.store.forget(guest.id)
        raise Wrong(409, "name-taken", "this name is taken")
    # A new epoch: an earlier user of this browser may have kept the guest's cookie.
    player = msgspec.structs.replace(guest, name=data.name, account=data.name.lower(), epoch=guest.epoch + 1)
    site.registry.changed(player)
    return await _with_cookie(site, request, player)


@post("/api/login", summary="Log in to my account", status_code=200, responses=writing())
async def log_in(
    site: TheSite, caller: TheCaller, request: Asking, data: JSONBody[Credentials]
) -> Response[Me]:
    site.limit(site.logins, caller.address, "too many tries from this address")
    site.limit(site.account_logins, data.name.lower(), "too many tries for this account")
    found = await site.store.account(data.name)
    if not await right_password(data.password, found[1] if found else None) or found is None:
        raise Wrong(401, "wrong-password", "name or password is wrong")
    player = found[0]
    if caller.player is not None and caller.player.account is None and not caller.token:
        await site.store.join(caller.player.id, player.id)
        site.registry.changed(player, was=caller.player.id)
    return await _with_cookie(site, request, player)


@post(
    "/api/logout",
    summary="Forget me on this device",
    status_code=204,
    responses=writing() | {204: told(None, "Forgotten")},
)
async def log_out(site: TheSite, request: Asking) -> Response[None]:
    await site.caller(request)
    return Response(None, status_code=204, headers={"Set-Cookie": site.cookie(request, None)})


@post(
    "/api/account/password",
    summary="Change the password; other devices have to log in again",
    status_code=200,
    responses=writing(),
)
async def new_password(
    site: TheSite, caller: TheCaller, request: Asking, data: JSONBody[NewPassword]
) -> Response[Me]:
    player = person(caller)
    site.limit(site.logins, caller.address, "too many tries from this address")
    found = await site.store.account(player.account) if player.account else None
    if not await right_password(data.old, found[1] if found else None):
        raise Wrong(401, "wrong-password", "the old password is wrong")
    epoch = await site.store.set_password(player.id, await hash_password(data.new))
    player = msgspec.structs.replace(player, epoch=epoch)
    site.registry.changed(player)
    site.registry.cut(player)
    return await _with_cookie(site, request, player)


@get("/api/tokens", summary="Tokens of my programs", responses=reading())
async def tokens(site: TheSite, caller: TheCaller) -> list[TokenInfo]:
    return [TokenInfo(*found) for found in await site.store.tokens(person(caller).id)]


@post("/api/tokens", summary="A token for a program that plays for me", responses=writing(409, 422))
async def new_token(site: TheSite, caller: TheCaller, data: JSONBody[NewToken]) -> TokenMade:
    player = person(caller)
    if len(await site.store.tokens(player.id)) >= MOST_TOKENS:
        raise Wrong(409, "too-many", f"you may have at most {MOST_TOKENS} tokens; delete one first")
    label = printable(data.label, 60)
    number, token = await site.auth.new_token(player, label)
    return TokenMade(number, label, token)


@delete("/api/tokens/{number:str}", summary="Revoke a token", responses=writing(404))
async def drop_token(site: TheSite, caller: TheCaller, number: FromPath[str]) -> None:
    player = person(caller)
    if not is_id(number) or not await site.store.drop_token(player.id, number):
        raise Wrong(404, "no-such-token", "you have no such token")
    site.registry.cut(player, tokens_only=True)


@post(
    "/api/push",
    summary="Notify this browser when it is my turn",
    status_code=204,
    responses=writing(409, 422),
)
async def add_push(site: TheSite, caller: TheCaller, data: JSONBody[PushSubscription]) -> None:
    player = person(caller)
    try:
        Subscription(data.endpoint, data.p256dh, data.auth)
    except BadSubscription as error:
        raise Wrong(422, "bad-subscription", str(error)) from None
    if len(await site.store.pushes(player.id)) >= MOST_PUSHES:
        raise Wrong(409, "too-many", f"at most {MOST_PUSHES} browsers can be notified; turn one off first")
    await site.store.add_push(player.id, data.endpoint, data.p256dh, data.auth, site.now())


@delete("/api/push", summary="Stop notifying this browser", responses=writing())
async def drop_push(site: TheSite, caller: TheCaller, endpoint: FromQuery[str]) -> None:
    player = person(caller)
    if endpoint.isprintable():
        await site.store.drop_push(endpoint, player.id)


@put("/api/hook", summary="Call an address of mine when it is my turn", responses=writing(422))
async def set_hook(site: TheSite, caller: TheCaller, data: JSONBody[NewHook]) -> HookMade:
    player = person(caller)
    try:
        check_url(data.url, schemes=("https", "http"))
    except BadAddress as error:
        raise Wrong(422, "bad-address", str(error)) from None
    secret = secrets.token_urlsafe(24)
    await site.store.set_hook(player.id, data.url, secret)
    site.registry.changed(msgspec.structs.replace(player, hook=data.url))
    return HookMade(data.url, secret)


@delete("/api/hook", summary="Stop calling that address", responses=writing())
async def drop_hook(site: TheSite, caller: TheCaller) -> None:
    player = person(caller)
    await site.store.set_hook(player.id, None, None)
    site.registry.changed(msgspec.structs.replace(player, hook=None))


@get("/api/mutes", summary="Players whom I have muted", responses=reading())
async def mutes(site: TheSite, caller: TheCaller) -> list[str]:
    return sorted(await site.store.mutes(person(caller).id))


@put(
    "/api/mutes/{handle:str}",
    summary="Mute a player",
    status_code=204,
    responses=writing(404, 409),
)
async def mute(site: TheSite, caller: TheCaller, handle: FromPath[str]) -> None:
    await _mute(site, person(caller), handle, True)


@delete("/api/mutes/{handle:str}", summary="Unmute a player", responses=writing(404))
async def unmute(site: TheSite, caller: TheCaller, handle: FromPath[str]) -> None:
    await _mute(site, person(caller), handle, False)


async def _mute(site: Site, player: Player, handle: str, muted: bool) -> None:
    if not is_id(handle, 20):
        raise Wrong(404, "no-such-player", "there is no such player")
    if muted and len(await site.store.mutes(player.id)) >= MOST_MUTES:
        raise Wrong(409, "too-many", f"you may mute at most {MOST_MUTES} people")
    await site.store.mute(player.id, handle, muted)
    site.registry.set_mutes(player, await site.store.mutes(player.id))


ROUTES = Router(
    "/",
    route_handlers=[
        who_am_i,
        name_me,
        forget_me,
        make_account,
        log_in,
        log_out,
        new_password,
        tokens,
        new_token,
        drop_token,
        add_push,
        drop_push,
        set_hook,
        drop_hook,
        mutes,
        mute,
        unmute,
    ],
    tags=["people"],
)
