/** `koedana drive doctor [PROVIDER] [--names]`: examines linked accounts. */
import { parseArgs } from 'node:util'
import { DriveProvider, driveProviders } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import { listAccounts } from '../features/drives/drives.store.ts'
import { type ExaminationSources, examineAccount } from '../features/drives/examine-account.ts'
import type { LinkSources } from '../features/drives/link.ts'
import { UsageError } from '../lib/app-error.ts'

export const doctorUsage = 'koedana drive doctor [PROVIDER] [--names]'

type Sources = Pick<LinkSources, 'write'> & ExaminationSources

export function driveDoctor(args: readonly string[]): (sources: Sources) => Promise<number> {
  const order = readArguments(args)
  return (sources) => examineAll(sources, order)
}

interface Order {
  readonly provider: DriveProvider | undefined
  readonly hasNames: boolean
}

function readArguments(args: readonly string[]): Order {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { names: { type: 'boolean' } },
  })
  const [name, ...more] = positionals
  const provider = v.safeParse(v.optional(DriveProvider), name)
  if (!provider.success || more.length > 0)
    throw new UsageError(`Which provider? ${driveProviders.join(', ')}. ${doctorUsage}`)
  return { provider: provider.output, hasNames: values.names === true }
}

/** 0 if there is nothing wrong with any of them. */
async function examineAll(sources: Sources, { provider, hasNames }: Order): Promise<number> {
  const rows = (await listAccounts(sources.write)).filter(
    (row) => provider === undefined || row.provider === provider,
  )
  if (rows.length === 0) {
    console.log('No such drive is linked: /admin/storages links one.')
    return 1
  }
  let isGood = true
  for (const row of rows) {
    const found = await examineAccount(sources, { row, hasNames })
    isGood &&= found?.isGood === true
    console.log(found?.report ?? `${row.provider}: this version does not speak to it.\n`)
  }
  return isGood ? 0 : 1
}
