import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { ffmpegTool, hasFfmpeg } from '../testing/ffmpeg.ts'
import { picture, sound, type TestLibrary } from '../testing/library.ts'

/** An audio file with an embedded picture, written by ffmpeg. */
async function tagged({ root, put }: TestLibrary, name: string, color: string): Promise<Buffer> {
  const aside = (file: string) => join('..', file)
  const [wav, jpeg] = [put(aside('a.wav'), sound(name, 1)), put(aside('a.jpg'), await picture(color))]
  const made = join(root, '..', `made-${name.replaceAll('/', '-')}`)
  const container = name.endsWith('.m4b') ? ['-f', 'mp4', '-c:a', 'aac'] : []
  const maps = ['-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic']
  ffmpegTool('-i', wav, '-i', jpeg, ...maps, ...container, made)
  return readFileSync(made)
}

describe.skipIf(!hasFfmpeg)('pictures inside of sounds', () => {
  eachLibrary((given) => {
    test.each(['mp3', 'flac', 'm4a', 'm4b'])(
      'a %s brings the cover of a work that has none',
      async (format) => {
        const library = given()
        library.put(`RJ334212/1.${format}`, await tagged(library, `1.${format}`, '#336'))
        expect(await library.scan()).toMatchObject({ covers: 1, faults: [] })
        expect((await library.works())[0]?.cover_version).not.toBeNull()
        expect(await library.scan()).toMatchObject({ covers: 0 })
      },
    )

    test('a later track has it as well, a picture in the folder counts before, and an imported one stays', async () => {
      const library = given()
      library.put('RJ334212/1.wav', sound('without', 1))
      library.put('RJ334212/2.mp3', await tagged(library, '2.mp3', '#336'))
      expect(await library.scan()).toMatchObject({ covers: 1 })
      const [before] = await library.works()
      const cover = library.put('RJ334212/cover.jpg', await picture('#633'))
      expect(await library.scan()).toMatchObject({ covers: 1 })
      const [after] = await library.works()
      expect(after?.cover_version).not.toBe(before?.cover_version)
      const imported = { cover_version: 'imported', cover_thumbhash: null }
      await library.database.write.updateTable('work').set(imported).execute()
      const folder = join(library.coversFolder, 'RJ334212/imported')
      mkdirSync(folder)
      writeFileSync(join(folder, '240.webp'), 'a picture')
      renameSync(cover, join(library.root, 'RJ334212/other.jpg'))
      library.put('RJ334212/3.mp3', await tagged(library, '3.mp3', '#363'))
      expect(await library.scan()).toMatchObject({ covers: 0 })
      expect((await library.works())[0]?.cover_version).toBe('imported')
    })

    test('a cover that was lost is made again of a sound that nobody touched', async () => {
      const library = given()
      library.put('RJ334212/1.mp3', await tagged(library, '1.mp3', '#336'))
      await library.scan()
      const before = await library.works()
      rmSync(library.coversFolder, { recursive: true })
      expect(await library.scan()).toMatchObject({ covers: 1, faults: [] })
      expect(await library.works()).toEqual(before)
      expect(
        existsSync(join(library.coversFolder, 'RJ334212', before[0]?.cover_version ?? '', '240.webp')),
      ).toBe(true)
    })
  })
})
