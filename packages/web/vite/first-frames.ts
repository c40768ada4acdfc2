/**
 * Writes what pages show before any script runs: the first covers for visitors, at the positions where the client will render them. The
 * server fills them in (`http/first-frame.ts`), since it knows the response that the client would request next.
 */
import type { Plugin } from 'vite'

/** `{covers}` is replaced by the covers of `most` works, `{cover}` by one image. */
interface FirstFrame {
  /** The client's first request, relative to the base path. `*` is the segment that matched `*` of the page. */
  readonly request: string
  /** The property of the response with the works; without it the response is the work itself. */
  readonly list?: string
  readonly most: number
  readonly frame: string
  /** The markup of one cover. */
  readonly each: string
  /** The `sizes` attribute of the images, such as `210px`. */
  readonly sizes: string
}

/** Uses the classes of the components that replace this markup, so they are in the stylesheet already. */
const box = (tag: string, more = '') =>
  `<${tag}${more}><div class="relative aspect-4/3 overflow-hidden rounded-card bg-sunken">{cover}</div></${tag}>`

const frames: Readonly<Record<string, FirstFrame>> = {
  '/': {
    request: '/home',
    list: 'latest',
    most: 6,
    frame:
      '<i class="h-[35px] w-56"></i><i class="mt-2 h-5 w-72 max-w-full"></i><i class="mt-10 mb-4 h-7 w-32"></i>' +
      '<ul class="-mx-4 grid auto-cols-[44%] grid-flow-col gap-4 overflow-hidden px-4 pt-1 sm:auto-cols-[210px] md:-mx-8 md:gap-5 md:px-8">{covers}</ul>',
    each: box('li', ' class="min-w-0"'),
    sizes: '210px',
  },
  '/works': {
    request: '/works?page=1&pageSize=60',
    list: 'items',
    most: 6,
    frame:
      '<i class="mb-3 h-9 w-32 pointer-coarse:h-11"></i>' +
      '<ul class="grid grid-cols-2 gap-x-3.5 gap-y-28 sm:grid-cols-[repeat(auto-fill,minmax(176px,1fr))] sm:gap-x-5 xl:mr-80">{covers}</ul>',
    each: box('li', ' class="min-w-0"'),
    sizes: '210px',
  },
  '/work/*': {
    request: '/works/*',
    most: 1,
    frame:
      '<div class="grid gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,10fr)] md:gap-10" style="max-width:1480px">{covers}' +
      '<div class="flex flex-col justify-center gap-3"><i class="h-4 w-32"></i><i class="h-8 w-4/5"></i></div></div>',
    each: box('div'),
    sizes: '(min-width: 768px) 420px, 100vw',
  },
}

/** Writes `.vite/first-frames.json`, `{[page]: frame}`. */
export function firstFrames(): Plugin {
  return {
    name: 'koedana-first-frames',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/first-frames.json', source: JSON.stringify(frames) })
    },
  }
}
