// @module-tag large
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import { type Storage, StorageError } from '../../storages/storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { ffmpegTool, hasFfmpeg } from '../testing/ffmpeg.ts'
import { flacOfEmptyBlocks, noise } from '../testing/hostile-sounds.ts'
import { picture, sound } from '../testing/library.ts'

eachLibrary((given) => {
  test('what is no sound is reported by name, and the rest is taken in', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/2.mp3', '')
    library.put('RJ334212/3.mp3', 'this is a text, whatever it is called'.repeat(40))
    library.put('RJ334212/4.flac', Buffer.from('fLaC\0'))
    library.put('RJ334213/readme.txt', 'nothing to hear')
    const reported = await library.faults()
    expect(reported).toContainEqual(['RJ334212/2.mp3', 'empty'])
    expect(reported.map(([path]) => path).sort()).toEqual([
      'RJ334212/2.mp3',
      'RJ334212/3.mp3',
      'RJ334212/4.flac',
      'RJ334213',
    ])
    expect(reported).toContainEqual(['RJ334213', 'nothingPlayable'])
    expect((await library.tracks()).map(({ path }) => path)).toEqual(['RJ334212/1.wav'])
  })

  test.skipIf(!hasFfmpeg)(
    'sounds of each format that were cut off, or have the name of another, keep nobody waiting',
    async () => {
      const library = given()
      const source = library.put('source.wav', sound('a', 4))
      for (const format of ['wav', 'mp3', 'flac', 'm4a', 'ogg', 'opus', 'aac', 'mka', 'wma', 'aiff']) {
        const made = join(library.root, '..', `made.${format}`)
        ffmpegTool('-i', source, ...(format === 'ogg' ? ['-c:a', 'libvorbis'] : []), made)
        const bytes = readFileSync(made)
        library.put(`RJ334212/whole.${format}`, bytes)
        for (const [name, share] of [
          ['half', 0.5],
          ['most', 0.98],
          ['head', 0.001],
        ] as const)
          library.put(`RJ334213/${name}.${format}`, bytes.subarray(0, Math.ceil(bytes.length * share)))
        library.put(`RJ334214/${format}.${format === 'mp3' ? 'flac' : 'mp3'}`, bytes)
        library.put(`RJ334215/${format}.wav`, Buffer.concat([bytes.subarray(0, 60), noise(format, 9_000)]))
      }
      const { faults, tracks } = await library.scan()
      const heard = (await library.tracks()).map(({ path }) => path)
      expect(heard.filter((path) => path.startsWith('RJ334212/'))).toHaveLength(10)
      // Each file is a track or is reported. Only tracks of unknown duration are both.
      const reasons = new Map(faults.map(({ path, reason }) => [path, reason]))
      for (const path of [...reasons.keys()].filter((one) => heard.includes(one)))
        expect([path, reasons.get(path)]).toEqual([path, 'overBudget'])
      expect(faults.every(({ path }) => !path.startsWith('RJ334212/'))).toBe(true)
      expect(tracks.found).toBe(
        heard.length + [...reasons.keys()].filter((path) => path.includes('.')).length,
      )
      expect(await library.scan()).toMatchObject({ tracks: { unchanged: heard.length } })
    },
  )

  test('noise is no sound, and a length that cannot be true is unknown', async () => {
    const library = given()
    library.put('RJ334212/1.mp3', noise('mp3', 300_000))
    library.put('RJ334212/2.flac', flacOfEmptyBlocks(10, 320_140))
    expect(await library.faults()).toEqual([['RJ334212/1.mp3', 'notAudio']])
    expect((await library.tracks()).map(({ path, duration_seconds }) => [path, duration_seconds])).toEqual([
      ['RJ334212/2.flac', null],
    ])
  })

  test('a sound that takes too long to read is kept without its length, told, and the scan goes on', async () => {
    const library = given()
    library.put('RJ334212/1.flac', flacOfEmptyBlocks(200_000))
    library.put('RJ334212/2.wav', sound('a', 1))
    const lots = { bytes: 2 ** 40, cpuMs: 2 ** 40 }
    const soundReader = { budgets: { tags: { ...lots, cpuMs: 1 }, frames: lots } }
    const summary = await library.scan({ soundReader })
    expect(summary.faults).toEqual([{ path: 'RJ334212/1.flac', reason: 'overBudget' }])
    expect(library.lines.join()).toContain('RJ334212/1.flac: took too long to read')
    expect((await library.tracks()).map(({ path, duration_seconds }) => [path, duration_seconds])).toEqual([
      ['RJ334212/1.flac', null],
      ['RJ334212/2.wav', 1],
    ])
  })

  test('a known sound that was damaged loses its length, and so does its work', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a', 2))
    library.put('RJ334213/1.wav', sound('b', 2))
    library.put('RJ334213/2.wav', sound('c', 3))
    await library.scan()
    library.put('RJ334212/1.wav', noise('a', 5_000))
    library.put('RJ334213/2.wav', '')
    expect((await library.faults()).sort()).toEqual([
      ['RJ334212/1.wav', 'notAudio'],
      ['RJ334213/2.wav', 'empty'],
    ])
    expect(
      (await library.tracks()).map((row) => [row.path, row.size_bytes, row.duration_seconds, row.missing_at]),
    ).toEqual([
      ['RJ334212/1.wav', 5_000, null, null],
      ['RJ334213/1.wav', expect.any(Number), 2, null],
      ['RJ334213/2.wav', 0, null, null],
    ])
    expect((await library.works()).map(({ duration_seconds }) => duration_seconds)).toEqual([null, 2])
    library.put('RJ334212/1.wav', sound('a', 4))
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ duration_seconds: 4 })
  })

  test('a recording that browsers cannot play is reported by name, in a work or not', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/2.ra', 'recorded long ago')
    library.put('RJ334213/1.tta', 'losslessly')
    library.put('An album/1.AMR', 'on another system')
    expect((await library.faults()).sort()).toEqual([
      ['An album/1.AMR', 'formatUnplayable'],
      ['RJ334212/2.ra', 'formatUnplayable'],
      ['RJ334213', 'nothingPlayable'],
      ['RJ334213/1.tta', 'formatUnplayable'],
    ])
    expect((await library.tracks()).map(({ path }) => path)).toEqual(['RJ334212/1.wav'])
  })

  test('a broken picture is reported', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/cover.jpg', Buffer.concat([(await picture('#336')).subarray(0, 200)]))
    expect(await library.faults()).toEqual([['RJ334212/cover.jpg', 'brokenPicture']])
    expect((await library.works())[0]?.cover_version).toBeNull()
  })

  test('of a work without a cover the next picture is taken where the best is broken, and the best once it is whole', async () => {
    const library = given()
    const best = await picture('#336')
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/cover.jpg', best.subarray(0, 200))
    library.put('RJ334212/front.jpg', await picture('#633'))
    const broken = [{ path: 'RJ334212/cover.jpg', reason: 'brokenPicture' }]
    expect(await library.scan()).toMatchObject({ covers: 1, faults: broken })
    const next = (await library.works())[0]?.cover_version
    expect(next).not.toBeNull()
    expect(await library.scan()).toMatchObject({ covers: 0, faults: broken })
    library.put('RJ334212/cover.jpg', best)
    expect(await library.scan()).toMatchObject({ covers: 1, faults: [] })
    const whole = (await library.works())[0]?.cover_version
    expect(whole).not.toBe(next)
    library.put('RJ334212/cover.jpg', best.subarray(0, 201))
    expect(await library.scan()).toMatchObject({ covers: 0, faults: broken })
    expect((await library.works())[0]?.cover_version).toBe(whole)
  })

  test('a picture that may not be read is said to be that, and no broken one', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/cover.jpg', await picture('#336'))
    const folder = openLocalStorage(library.root)
    const open: Storage['open'] = async (ref) => {
      if (ref.endsWith('.jpg')) throw new StorageError('forbidden')
      return folder.open(ref)
    }
    const { faults } = await library.scan({ remote: { ...folder, open } })
    expect(faults).toEqual([{ path: 'RJ334212/cover.jpg', reason: 'unreadable' }])
  })

  test('a folder that may not be read is said to be that, and not to hold nothing', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334213/1.wav', sound('b'))
    const folder = openLocalStorage(library.root)
    const list: Storage['list'] = async (ref) => {
      if (ref === 'RJ334213') throw new StorageError('forbidden')
      return folder.list(ref)
    }
    const { faults } = await library.scan({ remote: { ...folder, list } })
    expect(faults).toEqual([{ path: 'RJ334213', reason: 'unreadable' }])
  })

  test('a pipe is not waited for', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    execFileSync('mkfifo', [join(library.root, 'RJ334212/2.wav')])
    execFileSync('mkfifo', [join(library.root, '.koedana-storage')])
    expect(await library.faults()).toEqual([['RJ334212/2.wav', 'notPlain']])
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { unchanged: 1 } })
  })

  test('a name that is no text is reported', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    execFileSync('sh', ['-c', 'cp 1.wav "$(printf "bad\\377.wav")"'], {
      cwd: join(library.root, 'RJ334212'),
    })
    expect(await library.faults()).toEqual([['RJ334212/bad\ufffd.wav', 'invalidName']])
  })

  test('hostile names are names like others', async () => {
    const library = given()
    const names = [
      '-rf.wav',
      'a\'b"c.wav',
      'line\nbreak.wav',
      '\u202eright.wav',
      '; drop table.wav',
      `${'あ'.repeat(83)}.wav`,
    ]
    for (const [index, name] of names.entries()) library.put(`RJ334212/${name}`, sound(String(index)))
    library.put('RJ334212/が.wav', sound('nfc'))
    library.put('RJ334212/か\u3099.wav', sound('nfd'))
    expect(await library.scan()).toMatchObject({ tracks: { added: 8 }, faults: [] })
    expect(await library.scan()).toMatchObject({ tracks: { unchanged: 8 } })
  })

  test('a line break in a name never reaches the terminal', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/line\nbreak.mp3', '')
    await library.scan()
    expect(library.lines.join('')).not.toContain('\n')
  })

  test('control characters in names stay in paths and reach no title, folder or fault', async () => {
    const library = given()
    const folder = 'RJ334212\n\u001b]0;owned\u0007'
    library.put(`${folder}/a\nb\u001b[31m.wav`, sound('a'))
    library.put(`${folder}/di\u001bsc/1.wav`, sound('b'))
    library.put(`${folder}/2.mp3`, '')
    expect(await library.faults()).toEqual([['RJ334212\ufffd\ufffd]0;owned\ufffd/2.mp3', 'empty']])
    expect((await library.works()).map(({ name }) => name)).toEqual([']0;owned'])
    expect((await library.tracks()).map(({ path, folder: at, title }) => [path, at, title])).toEqual([
      [`${folder}/a\nb\u001b[31m.wav`, '', 'a b [31m'],
      [`${folder}/di\u001bsc/1.wav`, 'di sc', '1'],
    ])
  })

  test('what systems leave behind is passed over in silence', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/._1.wav', 'x')
    library.put('RJ334212/__MACOSX/1.wav', 'x')
    library.put('.hidden/RJ334213/1.wav', sound('b'))
    expect(await library.scan()).toMatchObject({ tracks: { found: 1 }, faults: [] })
  })
})
