import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audioFormatOf } from '../media/formats.rules.ts'
import { type FoundFolder, type GroupingDecision, groupWorks, joinFolder } from './group.rules.ts'
import { findWorkIds } from './names.rules.ts'

interface Shape {
  readonly name: string
  readonly files: readonly string[]
  readonly folders: readonly Shape[]
}

const file = fc.constantFrom('1.mp3', '2.wav', 'RJ334217 x.mp3', 'a.txt', 'b.tta', 'cover.jpg')
const name = fc.constantFrom('rain', 'disc 1', 'RJ334212', 'RJ334213 x', 'RJ334214 RJ334215', '[x] RJ334216')
const shapeOf = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    name,
    files: fc.uniqueArray(file, { maxLength: 3 }),
    folders:
      depth === 0
        ? fc.constant([])
        : fc.uniqueArray(shapeOf(depth - 1), { maxLength: 3, selector: (one) => one.name }),
  })

const folderAt = ({ name: own, files, folders }: Shape, path: string): FoundFolder => ({
  path,
  name: own,
  files,
  folders: folders.map((child) => folderAt(child, path === '' ? child.name : `${path}/${child.name}`)),
})
const tree = shapeOf(3).map((one) => folderAt({ ...one, name: 'root' }, ''))

const foldersIn = (folder: FoundFolder): FoundFolder[] => [folder, ...folder.folders.flatMap(foldersIn)]
const soundsIn = (folder: FoundFolder): string[] =>
  foldersIn(folder).flatMap((one) => one.files.filter(audioFormatOf).map((own) => joinFolder(one, own)))

const decision: fc.Arbitrary<GroupingDecision> = fc.oneof(
  fc.constant({ kind: 'ignored' as const }),
  fc.constantFrom('RJ900001', 'KD00000001').map((id) => ({ kind: 'work' as const, id })),
)
const decided = tree.chain((root) =>
  fc
    .array(fc.tuple(fc.constantFrom(...foldersIn(root).map(({ path }) => path)), decision), { maxLength: 3 })
    .map((pairs) => ({ root, decisions: new Map(pairs) })),
)

test('whatever is decided, every sound is in one work and no more, or is ignored', () => {
  fc.assert(
    fc.property(decided, ({ root, decisions }) => {
      const { works, ignored } = groupWorks(root, decisions)
      const held = [...works, ...ignored].flatMap((work) => work.paths().filter(audioFormatOf))
      expect(held.sort()).toEqual(soundsIn(root).sort())
      if (![...decisions.values()].some(({ kind }) => kind === 'ignored')) expect(ignored).toEqual([])
    }),
  )
})

test('a work has the id that was decided, else one of its name; several ids are reported', () => {
  fc.assert(
    fc.property(decided, ({ root, decisions }) => {
      for (const work of groupWorks(root, decisions).works) {
        const said = work.isFolder ? decisions.get(work.folder) : undefined
        const ids = findWorkIds(work.name)
        if (said) expect(said).toEqual({ kind: 'work', id: work.id })
        else expect([ids[0], work.hasSeveralIds ? undefined : ids[0]]).toContain(work.id)
        expect(work.hasSeveralIds === true).toBe(work.isFolder === true && !said && ids.length > 1)
      }
    }),
  )
})
