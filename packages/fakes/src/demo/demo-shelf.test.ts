// @module-tag large
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FeedWork } from '@koedana/contract/feed.ts'
import { findWorkId } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawCover } from './scenery.ts'
import { composeSound } from './sound.ts'
import { demoWorks } from './works.ts'
import { type DemoShelf, writeDemoShelf } from './write-demo-shelf.ts'

let folder: string
let shelf: DemoShelf

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-demo-'))
  shelf = await writeDemoShelf(folder)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

test('the feed has sixty works, forty-five lie in the library, the covers of the others are shipped', () => {
  const lines = readFileSync(shelf.feedFile, 'utf8').trimEnd().split('\n')
  const ids = lines.map((line) => JSON.parse(line).id)
  const inLibrary = readdirSync(shelf.libraryFolder).map(findWorkId)
  const covers = readdirSync(shelf.coversFolder).map(findWorkId)
  expect(new Set(ids).size).toBe(60)
  expect(inLibrary).toHaveLength(45)
  expect([...inLibrary, ...covers].sort()).toEqual([...ids].sort())
  expect(shelf).toMatchObject({ workCount: 60, libraryCount: 45 })
})

test('no text of a demo work holds an identifier that a renaming left there', () => {
  const feed = readFileSync(shelf.feedFile, 'utf8')
  const names = feed.match(/"(?:name|names|title|zh-CN|en-US|ja-JP)":"[^"]*"/g) ?? []
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((text) => /\p{Ll}\p{Lu}/u.test(text.slice(text.indexOf(':') + 1)))).toEqual([])
})

test('every line of the feed is what the contract says', () => {
  for (const line of readFileSync(shelf.feedFile, 'utf8').trimEnd().split('\n')) {
    expect(v.safeParse(v.strictObject(FeedWork.entries), JSON.parse(line)).issues).toBeUndefined()
  }
})

test('all is for all ages and is released on a day that has come', () => {
  for (const line of readFileSync(shelf.feedFile, 'utf8').trimEnd().split('\n')) {
    const { ageCategory, releaseDate } = JSON.parse(line)
    expect(ageCategory).toBe('all')
    expect(releaseDate >= '2020-01-01' && releaseDate <= '2026-11-18').toBe(true)
  }
})

test('the library holds the sounds it promises, in less than 60 MB', () => {
  const paths = readdirSync(shelf.libraryFolder, { recursive: true, encoding: 'utf8' })
  expect(paths.filter((path) => /\.(mp3|wav)$/.test(path))).toHaveLength(shelf.trackCount)
  const bytes = paths.reduce((sum, path) => sum + statSync(join(shelf.libraryFolder, path)).size, 0)
  expect(bytes).toBeLessThan(60_000_000)
})

test('a shelf that is there is not written again', async () => {
  const { mtimeMs } = statSync(shelf.feedFile)
  expect(await writeDemoShelf(folder)).toEqual(shelf)
  expect(statSync(shelf.feedFile).mtimeMs).toBe(mtimeMs)
})

test('the shelf is the same every time', () => {
  expect(demoWorks()).toEqual(demoWorks())
  expect(drawCover('sea', 'x')).toBe(drawCover('sea', 'x'))
  expect(drawCover('sea', 'x')).not.toBe(drawCover('sea', 'y'))
  expect(composeSound('x', 2)).toEqual(composeSound('x', 2))
})

test('sounds are soft: no clipping, no click at either end', () => {
  const [left, right] = composeSound('x', 6)
  for (const channel of [left, right]) {
    expect(channel.every((sample) => Math.abs(sample) < 0.75)).toBe(true)
    expect([Math.abs(channel[0] ?? 1), Math.abs(channel.at(-1) ?? 1)]).toEqual([0, 0])
  }
})
