/**
 * Lists, adds, renames and removes the caller's passkeys, and logs in with one. At login the browser offers the passkeys of this
 * site, and the chosen one identifies its account. All invalid responses get the same error.
 */
import {
  type addPasskey,
  type beginPasskey,
  type beginPasskeySignIn,
  type listPasskeys,
  maxPasskeys,
  type Passkey,
  type PasskeyAssertion,
  type removePasskey,
  type renamePasskey,
  type signInByPasskey,
} from '@koedana/contract/passkeys.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import { allowsPassword } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Context, Handler, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { type AuthSources, callerOf, requirePerson } from '../auth/auth-sources.ts'
import { hasProvider, requireOpenSession, requireRecentAuthentication } from '../auth/fresh-proof.ts'
import { findLoginMethods, type LoginMethods } from '../auth/login-methods.store.ts'
import { openAuthenticated } from '../auth/sign-in.ts'
import { beginCeremony, finishCeremony } from './ceremony.ts'
import {
  deleteRow,
  findCredential,
  insertRow,
  listRows,
  type PasskeyRow,
  recordUse,
  renameRow,
} from './passkey.store.ts'
import {
  algorithms,
  type RelyingParty,
  readAssertion,
  readNewCredential,
  relyingPartyOf,
} from './webauthn.rules.ts'

export interface PasskeySources extends AuthSources {
  readonly publicUrl: string | undefined
}

/** Returns the relying party of this server. Throws `unknownHost` if the request's host name is invalid. */
export function relyingPartyFor(
  { publicUrl }: Pick<PasskeySources, 'publicUrl'>,
  { origin }: Pick<Context, 'origin'>,
): RelyingParty {
  const siteUrl = publicUrl ?? origin
  if (!URL.canParse(siteUrl)) throw new AppError('unknownHost')
  return relyingPartyOf(siteUrl)
}

export function listPasskeysHandler(sources: PasskeySources): Handler<typeof listPasskeys> {
  const { db } = sources
  return async (_request, context) => {
    const { userKey } = requirePerson(context)
    const rows = await listRows(db, userKey)
    return { items: rows.map(toPasskey), origin: relyingPartyFor(sources, context).origin }
  }
}

export function beginPasskeyHandler(sources: PasskeySources): Handler<typeof beginPasskey> {
  const { db } = sources
  return async ({ body: { password } }, context) => {
    const person = requirePerson(context)
    await requireRecentAuthentication(sources, password, context)
    const { id, username } = person.user
    const rp = relyingPartyFor(sources, context)
    const rows = await listRows(db, person.userKey)
    assertNotFull(rows)
    return beginCeremony(sources, person.sessionId, {
      rp: { id: rp.id, name: 'Koedana' },
      user: { id: Buffer.from(id).toString('base64url'), name: username, displayName: username },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: rows
        .filter(({ rp_id }) => rp_id === rp.id)
        .map(({ credential_id, transports }) => ({
          type: 'public-key' as const,
          id: credential_id,
          transports: transports.split(' ').filter(Boolean),
        })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    } as const)
  }
}

function assertNotFull(rows: readonly PasskeyRow[]): void {
  if (rows.length >= maxPasskeys) throw new AppError('passkeysFull')
}

export function addPasskeyHandler(sources: PasskeySources): Handler<typeof addPasskey> {
  const { write, audit, now } = sources
  return async ({ body: { ceremony, name, credential } }, context) => {
    const person = requirePerson(context)
    const challenge = await finishCeremony(sources, ceremony, person.sessionId)
    const rp = relyingPartyFor(sources, context)
    const read = challenge === undefined ? undefined : readNewCredential(credential, { rp, challenge })
    if (!read) throw new AppError('passkeyNotMade')
    const row: PasskeyRow = {
      id: newId(),
      user_key: person.userKey,
      rp_id: rp.id,
      origin: rp.origin,
      credential_id: credential.id,
      public_key: read.publicKey,
      counter: read.counter,
      transports: (credential.transports ?? []).join(' '),
      name,
      created_at: now().toISOString(),
      last_used_at: null,
    }
    await writeInTurn(write, async (tx) => {
      await requireOpenSession(tx, person)
      assertNotFull(await listRows(tx, person.userKey))
      if (!(await insertRow(tx, row))) throw new AppError('passkeyNotMade')
    })
    await audit.record({ ...changedBy(person, context), detail: `added ${row.id}` })
    return toPasskey(row)
  }
}

const changedBy = ({ user: { username } }: Person, { address }: Context) =>
  ({ act: 'passkeyChanged', username, address }) as const

/** Passkeys of others respond with `notFound`. */
export function renamePasskeyHandler({
  write,
}: Pick<PasskeySources, 'write'>): Handler<typeof renamePasskey> {
  return async ({ params: { id }, body: { name } }, context) => {
    const row = await renameRow(write, { id, userKey: requirePerson(context).userKey, name })
    if (!row) throw new AppError('notFound')
    return toPasskey(row)
  }
}

/** Passkeys of others respond with `notFound`. */
export function removePasskeyHandler(sources: PasskeySources): Handler<typeof removePasskey> {
  const { write, sessions, audit } = sources
  return async ({ params: { id } }, context) => {
    const person = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      const rows = await listRows(tx, person.userKey)
      if (!rows.some((row) => row.id === id)) throw new AppError('notFound')
      const ways = await findLoginMethods(tx, person)
      if (rows.length === 1 && !hasOtherWay(sources, person, ways)) throw new AppError('lastWayIn')
      await deleteRow(tx, id, person.sessionKey)
      await appendChanges(tx, 'user', [person.userKey])
    })
    sessions.forget([person.userKey])
    await audit.record({ ...changedBy(person, context), detail: `removed ${id}` })
  }
}

function hasOtherWay(
  { oidcSite }: PasskeySources,
  { user: { role } }: Person,
  ways: LoginMethods | undefined,
): boolean {
  if (!ways) return false
  const oidc = oidcSite.current()
  return (ways.passwordHash !== null && allowsPassword(oidc, role)) || hasProvider(ways, oidc)
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  rpId: row.rp_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

export function beginPasskeySignInHandler(sources: PasskeySources): Handler<typeof beginPasskeySignIn> {
  return (_request, context) =>
    beginCeremony(sources, null, {
      rpId: relyingPartyFor(sources, context).id,
      userVerification: 'required',
    } as const)
}

export function signInByPasskeyHandler(sources: PasskeySources): Handler<typeof signInByPasskey> {
  const { limiter, audit } = sources
  return async ({ body: { ceremony, credential } }, context) => {
    const { address } = context
    const challenge = await finishCeremony(sources, ceremony, null)
    if (challenge === undefined) throw new AppError('signInExpired')
    const { named, passkey } = await checkSignIn(sources, { credential, challenge }, context)
    if (!named || !passkey) {
      await limiter.reject({ address, kind: 'random' })
      const username = named?.username ?? null
      await audit.record({ act: 'signInFailed', username, address, detail: 'passkey' })
      throw new AppError('passkeyRefused')
    }
    await limiter.accept({ address, username: named.username, isApp: false })
    const entry = { passkeyId: passkey.id }
    return openAuthenticated(sources, named, { caller: callerOf(context), by: 'passkey', entry })
  }
}

interface Proof {
  readonly named?: UserRow
  /** Set if the signature is valid. Its use has been recorded. */
  readonly passkey?: PasskeyRow
}

async function checkSignIn(
  sources: PasskeySources,
  { credential, challenge }: { readonly credential: PasskeyAssertion; readonly challenge: string },
  context: Context,
): Promise<Proof> {
  const { db, write, now, publicUrl } = sources
  const rp = relyingPartyFor(sources, context)
  const found = await findCredential(db, { rpId: rp.id, credentialId: credential.id })
  if (!found) return {}
  const { passkey, user: named } = found
  const { userHandle } = credential
  if (userHandle !== undefined && userHandle !== Buffer.from(named.id).toString('base64url')) return { named }
  const known = { publicKey: passkey.public_key, counter: passkey.counter }
  // Without `PUBLIC_URL`, the request determines the origin, so only the origin of the registration is accepted.
  const origin = publicUrl === undefined ? (passkey.origin ?? rp.origin) : rp.origin
  const counter = readAssertion(credential, known, { rp: { id: rp.id, origin }, challenge })
  if (counter === undefined) return { named }
  const isNoted = await recordUse(write, passkey, { counter, origin, at: now().toISOString() })
  return isNoted ? { named, passkey } : { named }
}
