/** Which text goes with which sound: `a.lrc`, `a.wav.vtt`, `a.zh-CN.lrc`, or the same base name in another folder. */
import { audioFormatOf, extensionOf } from '../media/formats.rules.ts'
import { titleOfFile } from './names.rules.ts'

const formats: readonly string[] = ['lrc', 'vtt', 'srt', 'ass']
const languageMark = /\.(?:[a-z]{2,3}(?:-[a-z0-9]{2,8})*|chs|cht|简体|繁中|繁體|日本語)$/i

export const isLyrics = (name: string): boolean => formats.includes(extensionOf(name))

/** Answers the lyrics of a sound of the same work; `paths` are in natural order, which decides between equals. */
export function matchLyrics(paths: readonly string[]): (audioPath: string) => string | undefined {
  const beside = new Map<string, string>()
  const elsewhere = new Map<string, string>()
  for (const path of paths.filter(isLyrics).sort(byFormat)) {
    for (const base of basesOf(nameOf(path))) {
      keepFirst(beside, `${folderOf(path)}\n${base}`, path)
      keepFirst(elsewhere, base, path)
    }
  }
  return (audioPath) => {
    const base = titleOfFile(nameOf(audioPath)).toLowerCase()
    return beside.get(`${folderOf(audioPath)}\n${base}`) ?? elsewhere.get(base)
  }
}

/** The base names a text may stand for. */
function basesOf(name: string): string[] {
  const base = titleOfFile(name).toLowerCase()
  const plain = audioFormatOf(base) ? titleOfFile(base) : base
  const withoutLanguage = plain.replace(languageMark, '')
  return [
    ...new Set([
      base,
      plain,
      audioFormatOf(withoutLanguage) ? titleOfFile(withoutLanguage) : withoutLanguage,
    ]),
  ]
}

function byFormat(a: string, b: string): number {
  const rank = (path: string) => formats.indexOf(extensionOf(path))
  return rank(a) - rank(b)
}

function keepFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value)
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
