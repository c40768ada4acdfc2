/**
 * Admits a person whom a provider has authenticated. Finds the account of the identity, or links or creates one if administrators
 * allow it. Then applies the rights that the provider reports.
 */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { type UserRow, usernameKeyOf } from '../../domain/user.rules.ts'
import { newId } from '../../lib/ids.ts'
import type { AuthSources } from '../auth/auth-sources.ts'
import { insertAccount, type NewAccount } from '../auth/new-account.store.ts'
import { deleteSessions } from '../auth/session.store.ts'
import { endedAgesOfAccount } from '../library/media/ended-cover-links.rules.ts'
import { endCoverLinks, type Links } from '../library/media/links.ts'
import { columnsOf, endsSessions, refusalOfChange } from '../users/users.rules.ts'
import { changeUser, countOtherAdministrators } from '../users/users.store.ts'
import type { VerifiedPerson } from './claims.rules.ts'
import {
  findByEmail,
  findIdentity,
  findMemberByKey,
  type IdentityRow,
  insertIdentity,
  listIdentityRows,
  updateIdentity,
} from './identity.store.ts'
import type { OidcSettingsCache } from './settings.ts'

export interface AdmitSources extends Pick<AuthSources, 'write' | 'site' | 'sessions' | 'now'> {
  readonly oidcSite: Pick<OidcSettingsCache, 'current'>
  readonly links: Pick<Links, 'refresh'>
}

export type AdmissionResult =
  | { readonly user: UserRow; readonly identityId: string; readonly notes: readonly AdmissionEvent[] }
  | { readonly refusal: ErrorCode; readonly user: UserRow | undefined }

/** Events of a login that administrators want to see in the audit log. */
export type AdmissionEvent = 'made' | 'linked' | 'changed' | 'lastAdministrator'

/** Admits the person. `then` runs in the same transaction if the person is admitted. */
export async function admitPerson(
  sources: AdmitSources,
  vouched: VerifiedPerson,
  then: (tx: Db, identityId: string) => Promise<void> = async () => {},
): Promise<AdmissionResult> {
  const { write, sessions, links } = sources
  const admitted = await writeInTurn(write, async (tx) => {
    const made = await admitIn(tx, sources, vouched)
    if (made.user) await appendChanges(tx, 'user', [made.user.key])
    if ('identityId' in made) await then(tx, made.identityId)
    return made
  })
  await links.refresh()
  if (admitted.user) sessions.forget([admitted.user.key])
  return admitted
}

async function admitIn(tx: Db, sources: AdmitSources, vouched: VerifiedPerson): Promise<AdmissionResult> {
  const known = await findIdentity(tx, vouched)
  const owner = known && (await ownerOf(tx, known))
  if (!vouched.isAllowed) {
    // Members who left the allowed groups are logged out everywhere.
    if (owner) await deleteSessions(tx, owner.key, 'all')
    return { refusal: 'identityNotAllowed', user: owner }
  }
  const found = owner ?? (await findAccount(tx, sources, vouched))
  const user = found ?? (await createAccount(tx, sources, vouched))
  if (!user) return { refusal: 'identityUnknown', user: undefined }
  if (user.status !== 'active') return { refusal: 'accountDisabled', user }
  const at = sources.now().toISOString()
  const identityId = known?.id ?? (await linkIdentity(tx, vouched, { userKey: user.key, at }))
  await updateIdentity(tx, identityId, { name: vouched.name, email: vouched.email, last_used_at: at })
  const origin: readonly AdmissionEvent[] = known ? [] : found ? ['linked'] : ['made']
  const { row, notes } = await applyRights(tx, sources, { user, vouched })
  return { user: row, identityId, notes: [...origin, ...notes] }
}

const ownerOf = (tx: Db, { user_key }: IdentityRow): Promise<UserRow> =>
  tx.selectFrom('user').selectAll().where('key', '=', user_key).executeTakeFirstOrThrow()

/** Returns the account to link. An account that already has an identity of this issuer belongs to another person, whatever its name. */
async function findAccount(
  tx: Db,
  { oidcSite }: AdmitSources,
  { issuer, email, username }: VerifiedPerson,
): Promise<UserRow | undefined> {
  const { linksByEmail, linksByUsername } = oidcSite.current()
  const byEmail = linksByEmail && email !== null ? await findByEmail(tx, email, issuer) : undefined
  const byName =
    linksByUsername && username !== undefined ? await findMemberByKey(tx, usernameKeyOf(username)) : undefined
  const found = byEmail ?? byName
  const identities = found ? await listIdentityRows(tx, found.key) : []
  return identities.some((one) => one.issuer === issuer) ? undefined : found
}

/** Returns undefined if new people do not get an account. */
async function createAccount(
  tx: Db,
  { oidcSite, site, now }: AdmitSources,
  { wantedNames, role = roleOf.general, ceiling }: VerifiedPerson,
): Promise<UserRow | undefined> {
  if (!oidcSite.current().createsAccounts) return undefined
  const account: Omit<NewAccount, 'username'> = {
    passwordHash: null,
    role,
    ageRestriction: ceiling ?? site.current().newAccountCeiling,
    at: now().toISOString(),
  }
  const [best = 'member'] = wantedNames
  const names = [...wantedNames, ...Array.from({ length: 5 }, () => `${best}-${newId().slice(0, 4)}`)]
  for (const username of names) {
    const made = await insertAccount(tx, { ...account, username })
    if (made) return made
  }
  return insertAccount(tx, { ...account, username: `member-${newId()}` })
}

/** Links an identity to an account. Returns its ID. */
export async function linkIdentity(
  tx: Db,
  { issuer, subject, name, email }: VerifiedPerson,
  { userKey, at }: { readonly userKey: number; readonly at: string },
): Promise<string> {
  const id = newId()
  const row = { id, user_key: userKey, issuer, subject, name, email, linked_at: at, last_used_at: null }
  await insertIdentity(tx, row)
  return id
}

/** Applies the reported role and age limit. The last administrator keeps the role, whatever the provider reports. */
async function applyRights(
  tx: Db,
  { site, now }: AdmitSources,
  { user, vouched: { role, ceiling } }: { readonly user: UserRow; readonly vouched: VerifiedPerson },
): Promise<{ row: UserRow; notes: AdmissionEvent[] }> {
  const otherAdministrators = await countOtherAdministrators(tx, user.key)
  const state = { row: user, otherAdministrators, isOwn: false }
  const isKept = role !== undefined && refusalOfChange(state, { role }) !== undefined
  const change = { ...(!isKept && { role }), ageRestriction: ceiling }
  const notes: AdmissionEvent[] = isKept ? ['lastAdministrator'] : []
  if (!endsSessions(user, change)) return { row: user, notes }
  const at = now().toISOString()
  const row = await changeUser(tx, user.key, columnsOf(change, { passwordHash: undefined, at }))
  await deleteSessions(tx, user.key, 'all')
  const { visitorCeiling } = await site.read(tx)
  await endCoverLinks(tx, endedAgesOfAccount(user, row, visitorCeiling))
  return { row, notes: [...notes, 'changed'] }
}
