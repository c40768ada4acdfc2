/** Fields about the files of a work and its trial. Sizes of single files are text. */
import type { MarketWork } from '../world/market-work.ts'
import { bucketOf } from '../world/numbering.ts'
import { categoryOf, isToCome, type ResponseContext, timeOf } from './forms.ts'

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

function file(work: MarketWork, { type, name, bytes }: FileFacts) {
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

/** For example `2.38GB`. */
export function spoken(bytes: number): string {
  const [size, unit] =
    bytes >= 1024 ** 3 ? [1024 ** 3, 'GB'] : bytes >= 1024 ** 2 ? [1024 ** 2, 'MB'] : [1024, 'KB']
  return `${(bytes / size).toFixed(2)}${unit}`
}

type HostContext = Pick<ResponseContext, 'host'>

/** URLs of a work's pictures, without a protocol. */
export function pictureFields(work: MarketWork, context: HostContext) {
  const noPicture = `//${context.host}/images/web/home/no_img`
  const thumb = hasPlaceholder(work)
    ? { url: `${noPicture}_sam.gif` }
    : picture(work, context, { type: 'image_thum', variant: 'sam', size: [100, 100] })
  const resized = `//${context.host}/${resizedPath(work)}`
  const sam = `//${context.host}/${imagePath(work, 'sam')}`
  return {
    image_main: hasPlaceholder(work)
      ? { url: `${noPicture}_main.gif` }
      : picture(work, context, { type: 'image_main', variant: 'main', size: [560, 420] }),
    image_thum: thumb,
    image_thum_mini: picture(work, context, { type: 'image_thum_mini', variant: 'sam_mini', size: [65, 65] }),
    image_thum_touch: [
      thumb,
      picture(work, context, { type: 'image_thum', variant: 'sam@2x', size: [200, 200] }),
      picture(work, context, { type: 'image_thum', variant: 'sam@3x', size: [300, 300] }),
    ],
    image_thum_mini_touch: [{ url: `//${context.host}/images/web/home/no_img_sam_s.gif` }],
    image_mini: { url: `//${context.host}/images/web/home/no_img_mini.gif` },
    image_thumb: hasPlaceholder(work) ? `${noPicture}_sam.gif` : `${resized}_240x240.jpg`,
    image_thumb_touch: hasPlaceholder(work) ? `${noPicture}_sam.gif` : `${resized}_360x360.jpg`,
    product_dir: bucketOf(work.id),
    srcset: `${sam} 1x, ${sam.replace('.jpg', '@2x.jpg')} 2x, ${sam.replace('.jpg', '@3x.jpg')} 3x`,
  }
}

const hasPlaceholder = ({ image }: MarketWork): boolean =>
  image === 'placeholder' || image === 'unlisted' || image === 'resizedOnly'

/** The URL as both calls and pages have it. */
export const mainPicture = (work: MarketWork, { host }: HostContext): string =>
  hasPlaceholder(work) ? `//${host}/images/web/home/no_img_main.gif` : `//${host}/${imagePath(work, 'main')}`

/** Without the suffix, such as `_240x240.jpg`. */
export const resizedPath = (work: MarketWork): string =>
  imagePath(work, 'main').replace('modpub/', 'resize/').replace('.jpg', '')

/** Unreleased works have their pictures in another folder. */
export function imagePath(work: MarketWork, variant: string): string {
  const [folder, mark] = isToCome(work) ? ['ana', '_ana'] : ['work', '']
  return `modpub/images2/${folder}/${categoryOf(work)}/${bucketOf(work.id)}/${work.id}${mark}_img_${variant}.jpg`
}

interface Shown {
  readonly type: string
  readonly variant: string
  readonly size: readonly [number, number]
}

function picture(work: MarketWork, { host }: HostContext, { type, variant, size: [width, height] }: Shown) {
  const path = imagePath(work, variant)
  return {
    ...file(work, { type, name: path.slice(path.lastIndexOf('/') + 1), bytes: width * height }),
    width: String(width),
    height: String(height),
    relative_url: path,
    path_short: path.replace(/^modpub\/images2\/(work|ana)\//, ''),
    url: `//${host}/${path}`,
    resize_url: path.replace('modpub/', 'resize/').replace('.jpg', ''),
  }
}
