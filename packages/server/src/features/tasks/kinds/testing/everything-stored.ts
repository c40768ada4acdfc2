/** Returns everything that tasks store, without times. Two texts are equal if nothing was duplicated or lost. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../../db/open.ts'
import { exportFeed } from '../../../metadata/feed/export-feed.ts'

export async function everythingStored(database: Database, dataFolder: string): Promise<string[]> {
  const { read } = database
  const lines: string[] = []
  for await (const page of exportFeed({ database }))
    lines.push(...page.trim().split('\n').map(withoutMoments))
  const records = await read.selectFrom('marketplace_record').selectAll().orderBy('key').execute()
  lines.push(...records.map((row) => `record ${withoutMoments(JSON.stringify(row))}`))
  const days = await read
    .selectFrom('work_stats_daily')
    .selectAll()
    .orderBy('work_key')
    .orderBy('day')
    .execute()
  lines.push(...days.map((row) => `day ${JSON.stringify(row)}`))
  const covers = await read.selectFrom('work').select(['id', 'cover_version']).orderBy('key').execute()
  for (const { id, cover_version } of covers) {
    const isThere = cover_version !== null && existsSync(join(dataFolder, 'covers', id, cover_version))
    lines.push(`cover ${id} ${cover_version} ${isThere}`)
  }
  const tasks = await read.selectFrom('task').selectAll().orderBy('key').execute()
  for (const { key, kind, status, phase, done, total, failed, skipped, summary, error } of tasks) {
    lines.push(
      `task ${JSON.stringify({ kind, status, phase, done, total, failed, skipped, summary, error })}`,
    )
    const items = await read.selectFrom('task_item').selectAll().where('task_key', '=', key).execute()
    lines.push(
      ...items.map((row) => `item ${row.phase} ${row.item} ${row.name} ${row.outcome} ${row.reason}`).sort(),
    )
  }
  return lines
}

/** Cuts instants to the day, since two runs never happen at the same time. */
const withoutMoments = (text: string) => text.replaceAll(/T\d\d:\d\d:\d\d\.\d{3}Z/g, '')
