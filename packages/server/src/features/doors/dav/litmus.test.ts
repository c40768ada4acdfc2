/**
 * Runs litmus against the read-only API. litmus first creates a collection and stops if it cannot. A proxy in between therefore reports
 * that the collection was created, and shows a work in its place. All read tests must pass, and every attempt to write must be
 * rejected.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type DavWorld, davWorld, files, rain } from './testing/dav-world.ts'

/** On CI all programs must be installed, so nothing is skipped. */
const isMissing = process.env.CI !== 'true' && spawnSync('litmus', ['--help']).error !== undefined

const reads: readonly string[] = ['OPTIONS', 'GET', 'HEAD', 'PROPFIND']

/** Returns the result of a test, which may be preceded by a warning. */
const resultOf = (out: string, name: string): string | undefined =>
  new RegExp(`\\d+\\. ${name}\\.+ (?:WARNING: [^\\n]*\\n *\\.+ )?(pass|FAIL|SKIPPED)`).exec(
    out.replaceAll('\r', '\n'),
  )?.[1]

interface Wrote {
  readonly method: string
  readonly status: number
}

describe.skipIf(isMissing)('litmus', () => {
  eachEngine((engine) => {
    let here: DavWorld
    let between: Server
    let folder: string
    let wrote: Wrote[]
    beforeEach(async () => {
      here = await davWorld(engine)
      folder = mkdtempSync(join(tmpdir(), 'koedana-litmus-'))
      wrote = []
      between = createServer((received, reply) => {
        const { method = '', url = '', headers } = received
        if (url === '/dav/litmus/' && (method === 'DELETE' || method === 'MKCOL')) {
          reply.writeHead(method === 'MKCOL' ? 201 : 404).end()
          return
        }
        const path = url.replace('/dav/litmus/', `/dav/${rain}/`)
        const onward = request(`${here.origin}${path}`, { method, headers }, async (response) => {
          const status = response.statusCode ?? 0
          if (!reads.includes(method)) wrote.push({ method, status })
          const body = (await text(response)).replaceAll(`/dav/${rain}/`, '/dav/litmus/')
          const { 'content-length': _, 'transfer-encoding': __, ...kept } = response.headers
          reply.writeHead(status, kept).end(body)
        })
        onward.on('error', () => reply.destroy())
        received.pipe(onward)
      })
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    })
    afterEach(async () => {
      between.closeAllConnections()
      await new Promise((resolve) => between.close(resolve))
      await here.close()
      rmSync(folder, { recursive: true })
    })

    const run = async (tests: string) => {
      const { username, password } = await here.enter()
      const address = between.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const args = ['-k', `http://127.0.0.1:${port}/dav/`, username, password]
      const env = { ...process.env, TESTS: tests }
      return new Promise<string>((resolve) => {
        // A failed test sets the exit status and is reported in the output, so the error is ignored.
        execFile('litmus', args, { env, cwd: folder }, (_error, out) => resolve(out))
      })
    }

    test('what reads passes, whatever writes is refused, and no lock is claimed', async () => {
      const out = await run('basic copymove props locks http')
      const passed = [
        'options',
        'propfind_invalid',
        'propfind_invalid2',
        'propfind_d0',
        'propextended',
        'propwformed',
      ]
      for (const name of [...passed, 'expect100']) expect(resultOf(out, name), `${name}\n${out}`).toBe('pass')
      expect(out).toContain('server does not claim Class 2 compliance')
      const failures = [...out.matchAll(/FAIL \((.*)\)/g)].map(([, reason]) => reason)
      for (const reason of failures)
        expect(reason).toMatch(/403 Forbidden|could not create|must fail with 415/)
      expect(new Set(wrote.map(({ method }) => method))).toEqual(
        new Set(['PUT', 'DELETE', 'MKCOL', 'PROPPATCH']),
      )
      // The first request of a connection carries no credentials.
      expect(wrote.filter(({ status }) => status !== 403 && status !== 401)).toEqual([])
      expect(wrote.filter(({ status }) => status === 403).length).toBeGreaterThan(10)
      for (const [path, bytes] of Object.entries(files))
        expect(readFileSync(join(here.root, path)).equals(bytes)).toBe(true)
    })
  })
})
