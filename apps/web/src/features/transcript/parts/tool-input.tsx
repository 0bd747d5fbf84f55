'use client'

import { memo } from 'react'
import { CodeBlock } from '../../../components/code/index.ts'
import { Markdown } from '../../../components/markdown/index.ts'
import { plainLine } from '../../../lib/format/plain-text.ts'
import { languageOfPath } from '../../../lib/language.ts'
import type { ToolKind } from '../model/describe-tool-call.ts'
import { inputView } from '../model/input-view.ts'
import { Diff } from './diff.tsx'
import { Steps } from './steps.tsx'

/** What a tool was asked: a command as a command, an edit as what it changed, the rest as it is. */
export const ToolInput = memo(({ kind, input }: { kind: ToolKind; input: unknown }) => {
  const view = inputView(kind, input)
  switch (view.as) {
    case 'command':
      return (
        <>
          {view.note && <p className="tool-call-label tl-foreign">{plainLine(view.note)}</p>}
          <CodeBlock code={view.command} language="bash" label="command" wrap />
        </>
      )
    case 'edits':
      return (
        <>
          <Path path={view.path} />
          {view.edits.map((edit, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one call never change places
            <Diff key={at} before={edit.before} after={edit.after} />
          ))}
        </>
      )
    case 'file':
      return (
        <>
          <Path path={view.path} />
          <CodeBlock
            code={view.text}
            language={languageOfPath(view.path)}
            label="file"
            firstLine={1}
          />
        </>
      )
    case 'path':
      return <Path path={view.path} />
    case 'patch':
      return <CodeBlock code={view.text} language="diff" label="patch" />
    case 'words':
      return <Markdown text={view.text} />
    case 'steps':
      return <Steps steps={view.steps} />
    case 'values':
      return view.json === '{}' ? null : (
        <CodeBlock code={view.json} language="json" label="input" wrap />
      )
  }
})
ToolInput.displayName = 'ToolInput'

const Path = ({ path }: { path: string }) => (
  <p className="tool-call-path tl-foreign">{plainLine(path)}</p>
)
