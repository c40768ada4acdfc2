/** Addresses of the pictures of a work, all without a protocol. */
import type { MarketWork } from '../world/market-work.ts'
import { bucketOf } from '../world/numbering.ts'
import type { ResponseContext } from './context.ts'
import { file } from './files.ts'
import { categoryOf, isToCome } from './forms.ts'

type Place = Pick<ResponseContext, 'host'>

export function pictureFields(work: MarketWork, place: Place) {
  const thumb = picture(work, place, { type: 'image_thum', variant: 'sam', size: [100, 100] })
  const resized = `//${place.host}/${resizedPath(work)}`
  const sam = `//${place.host}/${imagePath(work, 'sam')}`
  return {
    image_main:
      work.image === 'placeholder'
        ? { url: `//${place.host}/images/web/home/no_img_main.gif` }
        : picture(work, place, { type: 'image_main', variant: 'main', size: [560, 420] }),
    image_thum: thumb,
    image_thum_mini: picture(work, place, { type: 'image_thum_mini', variant: 'sam_mini', size: [65, 65] }),
    image_thum_touch: [
      thumb,
      picture(work, place, { type: 'image_thum', variant: 'sam@2x', size: [200, 200] }),
      picture(work, place, { type: 'image_thum', variant: 'sam@3x', size: [300, 300] }),
    ],
    image_thum_mini_touch: [{ url: `//${place.host}/images/web/home/no_img_sam_s.gif` }],
    image_mini: { url: `//${place.host}/images/web/home/no_img_mini.gif` },
    image_thumb: `${resized}_240x240.jpg`,
    image_thumb_touch: `${resized}_360x360.jpg`,
    product_dir: bucketOf(work.id),
    srcset: `${sam} 1x, ${sam.replace('.jpg', '@2x.jpg')} 2x, ${sam.replace('.jpg', '@3x.jpg')} 3x`,
  }
}

/** The address as it stands in both calls and on pages. */
export const mainPicture = (work: MarketWork, { host }: Place): string =>
  work.image === 'placeholder'
    ? `//${host}/images/web/home/no_img_main.gif`
    : `//${host}/${imagePath(work, 'main')}`

/** `_240x240.jpg` and the like follow. */
export const resizedPath = (work: MarketWork): string =>
  imagePath(work, 'main').replace('modpub/', 'resize/').replace('.jpg', '')

/** Works to come have theirs elsewhere. */
export function imagePath(work: MarketWork, variant: string): string {
  const [folder, mark] = isToCome(work) ? ['ana', '_ana'] : ['work', '']
  return `modpub/images2/${folder}/${categoryOf(work)}/${bucketOf(work.id)}/${work.id}${mark}_img_${variant}.jpg`
}

interface Shown {
  readonly type: string
  readonly variant: string
  readonly size: readonly [number, number]
}

function picture(work: MarketWork, { host }: Place, { type, variant, size: [width, height] }: Shown) {
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
