import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../public/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder))
const manifest: {
  readonly lang: string
  readonly description_localized: Readonly<Record<string, string>>
  readonly start_url: string
  readonly scope: string
  readonly icons: readonly { src: string; sizes: string; type: string; purpose?: string }[]
  readonly screenshots: readonly {
    src: string
    sizes: string
    form_factor: string
    label: string
    label_localized: Readonly<Record<string, string>>
  }[]
  readonly shortcuts: readonly {
    name: string
    name_localized: Readonly<Record<string, string>>
    url: string
    icons: readonly { src: string }[]
  }[]
} = JSON.parse(read('manifest.webmanifest').toString())

/** Reads width and height from a PNG header. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the app begins where its manifest lies, and names its language', () => {
  expect(manifest).toMatchObject({ start_url: './', scope: './', lang: 'zh-CN' })
  expect(Object.keys(manifest.description_localized).toSorted()).toEqual(['en-US', 'ja-JP'])
})

test('each icon is there in the size and kind it is said to have', () => {
  const drawn = manifest.icons.filter(({ type }) => type === 'image/png')
  for (const { src, sizes } of drawn) {
    const png = read(src)
    expect([src, png.subarray(1, 4).toString(), sizeOf(png)]).toEqual([src, 'PNG', sizes])
  }
  const kinds = drawn.map(({ sizes, purpose = 'any' }) => `${purpose} ${sizes}`)
  expect(kinds.sort()).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
})

test('a maskable icon has its colour up to the corners, where the usual one is round', async () => {
  const { default: sharp } = await import('sharp')
  const cornerOf = async (name: string) => {
    const { data } = await sharp(read(name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return data[3]
  }
  expect(await cornerOf('icon-maskable-512.png')).toBe(255)
  expect(await cornerOf('apple-touch-icon.png')).toBe(255)
  expect(await cornerOf('icon-512.png')).toBe(0)
})

test('screenshots of a wide and a narrow window are small pictures of the size they say, named in three languages', () => {
  expect(manifest.screenshots.map(({ form_factor: form }) => form)).toEqual(['wide', 'narrow'])
  for (const { src, sizes, label, label_localized: labels } of manifest.screenshots) {
    const png = read(src)
    expect([src, sizeOf(png)]).toEqual([src, sizes])
    expect(png.length).toBeLessThan(200_000)
    expect(label).not.toBe('')
    expect(Object.keys(labels).toSorted()).toEqual(['en-US', 'ja-JP'])
  }
})

test('shortcuts lead into the app, and their pictures are there', () => {
  expect(manifest.shortcuts.map(({ name_localized: names }) => names['en-US'])).toEqual([
    'Home',
    'Works',
    'Continue listening',
    'Search',
  ])
  for (const { url, icons } of manifest.shortcuts) {
    expect(url).toMatch(/^\.\/(?!\/)/)
    for (const { src } of icons) expect([src, existsSync(new URL(src, folder))]).toEqual([src, true])
  }
})

test('pages name the manifest, and the icon of iPhones, which is not in it', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
  expect(sizeOf(read('apple-touch-icon.png'))).toBe('180x180')
})
