'use client'

import { IconFile, IconPhoto } from '@tabler/icons-react'
import { CodeBlock } from '../../../components/code/index.ts'
import { byteSize } from '../../../lib/format/number.ts'
import { plainLine } from '../../../lib/format/plain-text.ts'
import { languageOfPath } from '../../../lib/language.ts'
import type { PlacedBlock } from '../model/rows.ts'
import { Fold } from './fold.tsx'
import './other-block.css'
import { WholeText } from './whole-text.tsx'

/** Pictures, attached files and what this version does not know. */
export const OtherBlock = ({ placed }: { placed: PlacedBlock }) => {
  const { block } = placed
  const foldKey = `block ${placed.messageId} ${placed.index}`
  switch (block.type) {
    case 'image':
      return (
        <p className="image-block" title="Pictures stay on the machine they were taken on">
          <IconPhoto size={16} stroke={1.5} aria-hidden />
          Picture, {plainLine(block.mime.replace('image/', ''))}, {byteSize(block.bytes)}
          <span className="image-block-note">not uploaded</span>
        </p>
      )
    case 'file':
      return (
        <Fold
          foldKey={foldKey}
          line={
            <>
              <IconFile size={15} stroke={1.75} aria-hidden />
              <span className="tl-mono tl-foreign">{plainLine(block.path)}</span>
            </>
          }
        >
          {block.text === undefined ? (
            <p className="tool-call-nothing">Only its name is recorded.</p>
          ) : (
            <WholeText placed={placed} text={block.text}>
              {(text) => (
                <CodeBlock code={text} language={languageOfPath(block.path)} label="file" />
              )}
            </WholeText>
          )}
        </Fold>
      )
    case 'other':
      return (
        <Fold
          foldKey={foldKey}
          line={<span className="tl-foreign">Unknown entry: {plainLine(block.name)}</span>}
        >
          <CodeBlock
            code={JSON.stringify(block.raw, undefined, 2) ?? ''}
            language="json"
            label="entry as it was recorded"
            wrap
          />
        </Fold>
      )
    default:
      return null
  }
}
