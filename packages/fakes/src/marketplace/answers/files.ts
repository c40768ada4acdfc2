/** Files of a work: the thing itself and its trial. Sizes of single files are text. */
import type { MarketWork } from '../world/market-work.ts'
import { bucketOf } from '../world/numbering.ts'
import { categoryOf, timeOf } from './forms.ts'

export function fileFields(work: MarketWork) {
  const { bytes, fileType } = work
  return {
    file_type: fileType,
    file_type_string: fileType === 'FLC' ? 'FLAC' : fileType,
    file_type_special: work.fileTypeSpecial,
    is_dlsiteplay_only_work: bytes > 0,
    contents: bytes > 0 ? [file(work, { type: 'content', name: `${work.id}.zip`, bytes })] : [],
    content_count: bytes > 0 ? 1 : 0,
    contents_file_size: bytes,
    chobits: work.index % 4 === 1,
    trials: hasTrial(work) ? [trial(work)] : false,
  }
}

export const hasTrial = ({ options, bytes }: MarketWork): boolean => bytes > 0 && options.includes('TRI')

export const trialBytes = ({ bytes }: MarketWork): number => Math.round(bytes / 190)

function trial(work: MarketWork) {
  const name = `${work.id}_trial.zip`
  const path = `${categoryOf(work)}/${bucketOf(work.id)}/${name}`
  return {
    ...file(work, { type: 'trial', name, bytes: trialBytes(work) }),
    relative_url: path,
    url: `//trial.dlsite.invalid/${path}`,
  }
}

export interface FileFacts {
  readonly type: string
  readonly name: string
  readonly bytes: number
}

export function file(work: MarketWork, { type, name, bytes }: FileFacts) {
  return {
    workno: work.id,
    type,
    file_name: name,
    file_size: String(bytes),
    file_size_unit: spoken(bytes),
    width: null,
    height: null,
    hash: null,
    display_mode: '',
    update_date: timeOf(work.updateDay, '12:45:05'),
    id: String(70_000_000 + work.index * 8 + (bytes % 8)),
    'upper(work_files.type)': type.toUpperCase(),
    extension: name.slice(name.lastIndexOf('.') + 1),
  }
}

/** `2.38GB` */
export function spoken(bytes: number): string {
  const [size, unit] =
    bytes >= 1024 ** 3 ? [1024 ** 3, 'GB'] : bytes >= 1024 ** 2 ? [1024 ** 2, 'MB'] : [1024, 'KB']
  return `${(bytes / size).toFixed(2)}${unit}`
}
