/** /admin/drives/rclone: lists the remotes of an rclone configuration, and links them. */
import { type importRclone, maxRemotes, type readRclone } from '@koedana/contract/rclone.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { printableName } from '../../../lib/printable.rules.ts'
import { resultOf } from '../drives.api.ts'
import type { LinkSources } from '../linked-account.ts'
import { importRemote, readRemotes } from './import-rclone.ts'

const [maxNameLength, maxTypeLength] = [200, 40]

export function readRcloneHandler(sources: LinkSources): Handler<typeof readRclone> {
  return async ({ body: { config } }) => {
    const { is, remotes } = await readRemotes(sources, config)
    const shown = remotes.slice(0, maxRemotes).map(({ number, name, type, provider, state }) => ({
      number,
      name: printableName(name).slice(0, maxNameLength),
      type: printableName(type).slice(0, maxTypeLength),
      provider,
      state,
    }))
    return { is, remotes: shown, isMore: remotes.length > maxRemotes }
  }
}

/** Imports one remote after the other, since several may belong to one account. */
export function importRcloneHandler(sources: LinkSources): Handler<typeof importRclone> {
  return async ({ body: { config, remotes: wanted } }) => {
    const { remotes } = await readRemotes(sources, config)
    const chosen = [...new Set(wanted)].map((number) => {
      const taken = remotes[number]?.taken
      if (!taken) throw new AppError('refused', { fields: { 'body.remotes': 'valueUnknown' } })
      return { number, taken }
    })
    const results = []
    for (const { number, taken } of chosen)
      results.push({ number, result: await resultOf(importRemote(sources, taken)) })
    return { results }
  }
}
