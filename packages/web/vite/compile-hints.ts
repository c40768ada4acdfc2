/**
 * Has a browser compile what opens by a press when it loads it, off the page's thread, and not function by function at
 * the press: dialogs and menus come while nobody does anything, and the first of them was a third slower than the next.
 * These are the explicit compile hints of V8; other browsers read a comment.
 */
import type { Plugin } from 'vite'
import { chunksOf } from './chunks.ts'

const hint = '//# allFunctionsCalledOnLoad\n'

/** The library of dialogs and menus: all of it comes after a page is there. */
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
