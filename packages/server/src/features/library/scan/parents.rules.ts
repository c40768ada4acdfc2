/** Reads the folders above a work, in the manner `circle/series/work`. */
import { findWorkId } from '@koedana/contract/values.ts'
import { printableName } from '../../../lib/printable.rules.ts'
import { isNote, type NamedWork } from './names.rules.ts'

export interface ParentFacts {
  readonly maker: string | undefined
  readonly series: string | undefined
}

/** Shelves are where somebody only puts things: by year, by letter, by what has been heard, by kind. */
const shelfName =
  /^(?:[\d\s._-]+|(?:rj|re|bj|vj|kd)?[\dx*_-]*|.|[あかさたなはまやらわ]行|\p{P}+|[a-z]-[a-z]|audio|asmr|works?|library|media|music|voices?|sounds?|downloads?|new|old|done|todo|misc|others?|temp|tmp|backup|unsorted|sorted|complete[d]?|finished|series|makers?|circles?|dlsite|doujin|r-?1[58]|all ages|音声(?:作品)?|同人(?:音声)?|作品|その他|未分類|整理(?:済み?|中)?|未聴|既聴|全年[齢龄](?:対象)?|成人向け?|サークル(?:別)?|シリーズ|未听|已听|未分类|其他|下载|收藏|社团|系列|\d{4}年.*)$/iu

/**
 * Two folders above a work are its circle and its series, unless one of them is a mere shelf or a name that holds an id. A circle
 * in the work's own name must agree with them: what stands above is something else otherwise. One folder alone says nothing, since it
 * may as well be a shelf, but for one that is marked as in `_circle/work`.
 */
export function readParents(path: string, { maker: said }: Pick<NamedWork, 'maker'>): ParentFacts {
  const [series, circle] = path.split('/').slice(0, -1).reverse().map(factsOf)
  if (circle !== undefined && series !== undefined && circle !== series) {
    if (said === undefined || isSameName(said, circle)) return { maker: circle, series }
  }
  const isMarked = path.split('/').at(-2)?.startsWith('_')
  const maker = said ?? (isMarked ? series : undefined)
  return { maker, series: undefined }
}

/** Returns undefined of a folder whose name says nothing. */
function factsOf(folder: string): string | undefined {
  const name = printableName(folder.normalize('NFC').replace(/^_+/, ''))
    .replace(/^[[【]([^\]】]*)[\]】]$/, '$1')
    .trim()
  const isPlain = name !== '' && !/[[\]【】]/.test(name) && !shelfName.test(name) && !isNote(name)
  return isPlain && findWorkId(folder) === undefined ? name : undefined
}

const isSameName = (a: string, b: string): boolean => folded(a) === folded(b)
const folded = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
