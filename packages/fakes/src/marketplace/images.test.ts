import sharp from 'sharp'
import { expect, test } from 'vitest'
import { record, standing } from './testing/fetch-json.ts'

const market = standing({ works: 100 })

async function image(address: unknown) {
  const response = await fetch(`http:${address}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const mainOf = async (id: string): Promise<string> =>
  /"image_main":\{.*?"url":"([^"]+)"/.exec(JSON.stringify(await record(market(), id)))?.[1] ?? ''

test('pictures are JPEGs and WebPs of the sizes they have', async () => {
  const { id } = market().works.example('plain')
  const main = await mainOf(id)
  const { image_thumb: small } = await record(market(), id)
  const sizes = [
    [main, 'jpeg', 560, 420],
    [main.replace('main', 'sam'), 'jpeg', 100, 100],
    [main.replace('main', 'sam@2x'), 'jpeg', 200, 200],
    [small, 'jpeg', 240, 240],
    [String(small).replace('.jpg', '.webp'), 'webp', 240, 240],
  ] as const
  for (const [address, format, width, height] of sizes) {
    const { bytes, type } = await image(address)
    expect(type).toBe(`image/${format}`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height })
  }
})

test('no two works have the same bytes, and a work always has its own', async () => {
  const [first, , , , second] = [...market().works.all()]
  const main = await mainOf(first?.id ?? '')
  const [one, again, other] = [
    await image(main),
    await image(main),
    await image(await mainOf(second?.id ?? '')),
  ]
  expect(one.bytes).toEqual(again.bytes)
  expect(one.bytes).not.toEqual(other.bytes)
})

test('one is forbidden, one is missing, one is a placeholder', async () => {
  const statusOf = async (kind: 'imageForbidden' | 'imageMissing') =>
    (await image(await mainOf(market().works.example(kind).id))).status
  expect(await statusOf('imageForbidden')).toBe(403)
  expect(await statusOf('imageMissing')).toBe(404)
  const placeholder = await mainOf(market().works.example('imagePlaceholder').id)
  expect(placeholder).toMatch(/no_img_main\.gif$/)
  expect(await image(placeholder)).toMatchObject({ status: 200, type: 'image/gif' })
})

test("a translator's edition has no picture of its own, the original has", async () => {
  const child = market().works.example('translationChild')
  expect((await image(await mainOf(child.id))).status).toBe(404)
  expect((await image(await mainOf(child.translation.originalId ?? ''))).status).toBe(200)
})

test('a wrong bucket is not found, and announced works have theirs elsewhere', async () => {
  const main = await mainOf(market().works.example('plain').id)
  expect((await image(main.replace(/RJ\d+000\//, 'RJ01999000/'))).status).toBe(404)
  const announced = await mainOf(market().works.example('announced').id)
  expect(announced).toContain('/images2/ana/doujin/')
  expect((await image(announced)).status).toBe(200)
})
