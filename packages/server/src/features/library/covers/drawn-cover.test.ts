import type { CoverSize } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawnVersionOf, readDrawnVersion, sendDrawnCover } from './drawn-cover.ts'

const work = { workId: 'RJ01000001', makerId: 'RG1' }

const draw = async (of: typeof work | { workId: string; makerId: undefined }, size: CoverSize = 240) => {
  const { headers, body } = await sendDrawnCover(of, { size, held: undefined })
  if (!Buffer.isBuffer(body)) throw new Error('it has no picture')
  return { headers, body }
}

test.each([240, 480, 960] as const)('a picture %i wide is four by three', async (size) => {
  const { body, headers } = await draw(work, size)
  const { format, width, height } = await sharp(body).metadata()
  expect([format, width, height]).toEqual(['jpeg', size, (size * 3) / 4])
  expect(headers).toMatchObject({ 'content-length': String(body.length) })
})

test('the same ids give the same picture; another work, another maker and another size have another tag', async () => {
  const first = await draw(work)
  expect((await draw(work)).body.equals(first.body)).toBe(true)
  const others = await Promise.all([
    draw({ ...work, workId: 'RJ01000002' }),
    draw({ ...work, makerId: 'RG2' }),
    draw({ workId: work.workId, makerId: undefined }),
    draw(work, 480),
  ])
  expect(new Set([first, ...others].map(({ headers }) => headers?.etag)).size).toBe(5)
})

test('it is not sent again to whoever has it', async () => {
  const { headers } = await draw(work)
  const again = await sendDrawnCover(work, { size: 240, held: String(headers?.etag) })
  expect([again.status, again.body]).toEqual([304, undefined])
})

test('ids are never text of the picture', async () => {
  const odd = '"/><image href="file:///etc/passwd"/><text>&'
  const { body } = await draw({ workId: odd, makerId: odd })
  expect((await sharp(body).metadata()).format).toBe('jpeg')
})

test.each([undefined, 'RG1', 'a b/..%', 'drawn.x'])(
  'the version for the maker %j is read back',
  (makerId) => {
    expect(readDrawnVersion(drawnVersionOf(makerId))).toEqual({ makerId })
  },
)

test('the version of a made cover is none of a drawn one', () => {
  expect(readDrawnVersion('0123456789abcdef')).toBeUndefined()
})
