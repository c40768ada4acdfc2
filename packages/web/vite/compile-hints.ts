/**
 * Makes V8 compile dialogs and menus in the background when it loads them, instead of function by function on the first press. Without it,
 * the first one was a third slower than the next. Uses V8's explicit compile hints; other browsers see a comment.
 */
import type { Plugin } from 'vite'
import { chunksOf } from './chunks.ts'

const hint = '//# allFunctionsCalledOnLoad\n'

/** The dialog and menu library, which is loaded only after the page is shown. */
const overlays = /node_modules[\\/]@base-ui[\\/]/

export function compileHints(): Plugin {
  return {
    name: 'koedana-compile-hints',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = [...chunksOf(bundle).values()]
      const hinted = chunks.filter(({ moduleIds }) => moduleIds.some((id) => overlays.test(id)))
      if (hinted.length === 0) throw new Error('No chunk has the library of dialogs')
      for (const chunk of hinted) chunk.code = hint + chunk.code
    },
  }
}
