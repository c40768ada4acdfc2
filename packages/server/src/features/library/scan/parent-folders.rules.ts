import { findWorkId } from '@koedana/contract/values.ts'
import { printableName } from '../../../lib/printable.rules.ts'
import { type FolderNameParts, isNote } from './names.rules.ts'

export interface ParentFacts {
  readonly maker: string | undefined
  readonly series: string | undefined
}

/** Names of folders that only sort works: by year, letter, listening state or kind. */
const sortingFolderName =
  /^(?:[\d\s._-]+|(?:rj|re|bj|vj|kd)?[\dx*_-]*|.|[あかさたなはまやらわ]行|\p{P}+|[a-z]-[a-z]|audio|asmr|works?|library|media|music|voices?|sounds?|downloads?|new|old|done|todo|misc|others?|temp|tmp|backup|unsorted|sorted|complete[d]?|finished|series|makers?|circles?|dlsite|doujin|r-?1[58]|all ages|音声(?:作品)?|同人(?:音声)?|作品|その他|未分類|整理(?:済み?|中)?|未聴|既聴|全年[齢龄](?:対象)?|成人向け?|サークル(?:別)?|シリーズ|未听|已听|未分类|其他|下载|收藏|社团|系列|\d{4}年.*)$/iu

/**
 * Reads circle and series from the two folders above a work, unless one is only for sorting or contains an ID. If the work's own name has
 * a circle, it must agree, since the folders mean something else otherwise. A single folder counts only if it is marked as in
 * `_circle/work`: it may as well be for sorting.
 */
export function readParents(path: string, { maker: said }: Pick<FolderNameParts, 'maker'>): ParentFacts {
  const [series, circle] = path.split('/').slice(0, -1).reverse().map(readFolder)
  if (circle !== undefined && series !== undefined && circle !== series) {
    if (said === undefined || isSameName(said, circle)) return { maker: circle, series }
  }
  const isMarked = path.split('/').at(-2)?.startsWith('_')
  const maker = said ?? (isMarked ? series : undefined)
  return { maker, series: undefined }
}

/** Returns undefined if the folder's name carries no information. */
function readFolder(folder: string): string | undefined {
  const name = printableName(folder.normalize('NFC').replace(/^_+/, ''))
    .replace(/^[[【]([^\]】]*)[\]】]$/, '$1')
    .trim()
  const isPlain = name !== '' && !/[[\]【】]/.test(name) && !sortingFolderName.test(name) && !isNote(name)
  return isPlain && findWorkId(folder) === undefined ? name : undefined
}

const isSameName = (a: string, b: string): boolean => foldName(a) === foldName(b)
const foldName = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
