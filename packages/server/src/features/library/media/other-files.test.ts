import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { picture } from '../testing/library.ts'
import { bytes, createListener, firstPath, type Listener, read } from '../testing/media.ts'

/** `雨の夜に、ひとり。` in Shift_JIS. */
const line = Buffer.from('894a82cc96e982c981418 2d082c682e88142'.replaceAll(' ', ''), 'hex')
const japanese = Buffer.concat(new Array<Buffer>(20).fill(Buffer.concat([line, Buffer.from('\r\n')])))

eachLibrary((library) => {
  let listener: Listener
  beforeEach(async () => {
    listener = await createListener(library(), {
      [firstPath]: bytes,
      'RJ334212/台本.txt': japanese,
      'RJ334212/絵/表紙.jpg': await picture('red'),
      'RJ334212/絵/ページ.html': Buffer.from('<script>alert(1)</script>'),
      'RJ334212/絵/図.svg': Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      ),
      'RJ334212/説明.pdf': Buffer.from('%PDF-1.4'),
    })
  })
  afterEach(() => listener.close())

  const fileNamed = async (name: string) => {
    const { files } = await listener.listing()
    return files.find((file) => file.name === name)
  }
  const get = async (name: string, range?: string) =>
    listener.get(range === undefined ? {} : { range }, { fileId: (await fileNamed(name))?.id ?? '' })

  test('files that are no sounds are listed with their folders, and how each is shown', async () => {
    const { files } = await listener.listing()
    expect(files.map(({ folder, name, kind }) => [folder, name, kind])).toEqual([
      ['', '説明.pdf', 'pdf'],
      ['', '台本.txt', 'text'],
      ['絵', 'ページ.html', 'other'],
      ['絵', '図.svg', 'other'],
      ['絵', '表紙.jpg', 'picture'],
    ])
  })

  test('a text is sent as one, with what it is written in', async () => {
    const response = await get('台本.txt')
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=shift_jis',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    })
    const text = new TextDecoder('shift_jis').decode(await read(response))
    expect(text.split('\r\n')[0]).toBe('雨の夜に、ひとり。')
    expect((await read(await get('台本.txt', 'bytes=0-17'))).equals(line)).toBe(true)
  })

  test('pages and drawings that may hold a script are only ever saved', async () => {
    for (const name of ['ページ.html', '図.svg']) {
      const { headers } = await get(name)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['content-security-policy']).toMatch(/^sandbox;/)
    }
    expect((await get('表紙.jpg')).headers['content-type']).toBe('image/jpeg')
    const { headers } = await get('説明.pdf')
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
  })

  test('the next scan changes nothing but what changed, and files go with the folder of their work', async () => {
    const before = (await listener.listing()).files
    await library().scan()
    expect((await listener.listing()).files).toEqual(before)
    rmSync(join(library().root, 'RJ334212/説明.pdf'))
    library().put('RJ334212/new.log', 'one')
    await library().scan()
    expect((await listener.listing()).files.map(({ name }) => name)).toEqual([
      'new.log',
      '台本.txt',
      'ページ.html',
      '図.svg',
      '表紙.jpg',
    ])
    rmSync(join(library().root, 'RJ334212'), { recursive: true })
    library().put('RJ334213/other.wav', bytes)
    await library().scan({ acceptsLoss: true })
    expect(await library().database.read.selectFrom('work_file').selectAll().execute()).toEqual([])
  })
})
