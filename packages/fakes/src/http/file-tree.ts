/** Files in memory, for fake file servers. */
import { createHash } from 'node:crypto'

export interface KeptFile {
  readonly bytes: Buffer
  readonly modifiedAt: Date
  /** With quotes. */
  readonly etag: string
}

export interface FileTree {
  readonly files: ReadonlyMap<string, KeptFile>
  readonly put: (path: string, bytes: Uint8Array | string) => void
  /** Replaces the content and keeps the modification time. */
  readonly swap: (path: string, bytes: Uint8Array) => void
  readonly remove: (path: string) => void
}

/** Each new file is one second newer than the one before: HTTP dates have no smaller unit. */
export function createFileTree(): FileTree {
  const files = new Map<string, KeptFile>()
  let time = Date.parse('2026-11-20T12:00:00.000Z')
  const save = (path: string, bytes: Buffer, modifiedAt: Date) => {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    files.set(path, { bytes, modifiedAt, etag })
  }
  return {
    files,
    put: (path, content) => {
      time += 1000
      save(path, Buffer.from(content), new Date(time))
    },
    swap: (path, content) => save(path, Buffer.from(content), files.get(path)?.modifiedAt ?? new Date(time)),
    remove: (path) => void files.delete(path),
  }
}

export interface ByteResponse {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Returns the response to a request with this `Range` header. */
export function respondBytes({ bytes, modifiedAt }: KeptFile, range: string | undefined): ByteResponse {
  const usual = { 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined)
    return { status: 200, headers: { ...usual, 'content-length': String(bytes.length) }, body: bytes }
  const start = Number(from)
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.length - 1)
  if (start > end)
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: Buffer.alloc(0) }
  const body = bytes.subarray(start, end + 1)
  const replied = {
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
    'content-length': String(body.length),
  }
  return { status: 206, headers: { ...usual, ...replied }, body }
}
