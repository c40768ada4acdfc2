/** Writes logged-in accounts, and works with one track each, directly into the tables, because only reports are measured. */
import { createHash } from 'node:crypto'
import { roleOf } from '@koedana/contract/values.ts'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import SqliteDatabase from 'better-sqlite3'

export interface Listener {
  readonly token: string
  readonly fileId: string
}

const works = 1_000
const trackSeconds = 7_200
const now = () => new Date().toISOString()
const later = () => new Date(Date.now() + 86_400_000).toISOString()

/** Listeners share works, as in reality. */
export function fillListeners(folder: string, count: number): Listener[] {
  const db = new SqliteDatabase(sqliteFile(folder))
  db.pragma('synchronous = OFF')
  const listeners = db.transaction(() => {
    const files = fillTracks(db)
    return Array.from({ length: count }, (_, at) => ({
      token: fillAccount(db, at),
      fileId: files[(at * 7) % files.length]!,
    }))
  })()
  db.close()
  return listeners
}

function fillTracks(db: SqliteDatabase.Database): string[] {
  const keys = db.prepare(`select key from work where age_category = 'all' limit ?`).pluck().all(works)
  const { lastInsertRowid: storage } = db
    .prepare(`insert into storage (kind, root, unknown_age_category) values ('local', '/nowhere', 'all')`)
    .run()
  const track = db.prepare(
    `insert into track (id, work_key, storage_key, path, folder, title, position, format, size_bytes, modified_at, fingerprint,
      duration_seconds) values (?, ?, ?, ?, '', ?, 1, 'mp3', 1, ?, ?, ${trackSeconds})`,
  )
  return keys.map((key, at) => {
    const id = `bench-track-${at}`
    track.run(id, key, storage, `${id}.mp3`, id, now(), id)
    return id
  })
}

/** Returns the token. */
function fillAccount(db: SqliteDatabase.Database, at: number): string {
  const token = `bench-token-${at}-${'x'.repeat(24)}`
  const name = `listener${at}`
  const { lastInsertRowid: user } = db
    .prepare(
      `insert into user (id, username, username_key, password_hash, role, status, age_restriction, last_seen_at, created_at,
        updated_at) values (?, ?, ?, null, ${roleOf.general}, 'active', 'all', ?, ?, ?)`,
    )
    .run(name, name, name, now(), now(), now())
  db.prepare(
    `insert into session (id, token_hash, user_key, user_agent, address, created_at, last_used_at, expires_at)
      values (?, ?, ?, '', '', ?, ?, ?)`,
  ).run(`bench-session-${at}`, hashOf(token), user, now(), now(), later())
  return token
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
