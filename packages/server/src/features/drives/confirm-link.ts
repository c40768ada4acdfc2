/** Links whose account an administrator must confirm. They are encrypted and kept in the browser, so nothing is stored on the server. */
import * as v from 'valibot'
import { isSealed, type Vault } from '../../lib/vault.ts'
import type { Drive } from '../storages/drives/drive.ts'
import type { DriveAccountRow } from './drives.store.ts'
import { confirmationPurpose } from './encryption-contexts.rules.ts'
import { LinkRejected, type LinkSources, linkMs, ownerOf, saveGranted } from './linked-account.ts'
import { TokenGrant } from './oauth.ts'

/** An account that is not linked yet. */
export interface UnconfirmedLink {
  readonly account: string
  readonly link: string
}

const Unconfirmed = v.object({
  provider: v.string(),
  sessionKey: v.number(),
  endsAt: v.number(),
  accountKey: v.nullable(v.number()),
  granted: TokenGrant,
})

interface GrantedLink {
  readonly granted: TokenGrant
  readonly accountKey: number | null
  readonly sessionKey: number
}

/** Returns what the administrator is asked to confirm. Throws `LinkRefused`. */
export async function sealUnconfirmedLink(
  sources: LinkSources,
  drive: Drive,
  made: GrantedLink,
): Promise<UnconfirmedLink> {
  const { vault, now } = sources
  const { name } = await ownerOf(sources, drive, made.granted)
  const { provider } = drive.facts
  const unconfirmed: v.InferOutput<typeof Unconfirmed> = {
    ...made,
    provider,
    endsAt: now().getTime() + linkMs,
  }
  return { account: name, link: vault.seal(JSON.stringify(unconfirmed), confirmationPurpose) }
}

/** Links a confirmed account, in the session that started the link. Throws `LinkRefused`. */
export async function confirmLink(
  sources: LinkSources,
  drive: Drive,
  { link, sessionKey }: { readonly link: string; readonly sessionKey: number },
): Promise<DriveAccountRow> {
  const { vault, now } = sources
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Unconfirmed), openedLink(vault, link))
  if (!read.success) throw new LinkRejected('unknown')
  const { provider, endsAt, accountKey, granted, ...begun } = read.output
  const isOurs = provider === drive.facts.provider && begun.sessionKey === sessionKey
  if (!isOurs || endsAt <= now().getTime()) throw new LinkRejected('unknown')
  return saveGranted(sources, drive, { granted, accountKey })
}

function openedLink(vault: Vault, link: string): string | undefined {
  try {
    return isSealed(link) ? vault.open(link, confirmationPurpose) : undefined
  } catch {
    return undefined
  }
}
