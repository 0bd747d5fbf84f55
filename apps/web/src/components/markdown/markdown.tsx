'use client'

import { memo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { plainText } from '../../lib/format/plain-text.ts'
import { languageOfFence } from '../../lib/language.ts'
import { CodeBlock } from '../code/index.ts'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { isTangled } from './is-tangled.ts'
import { rawToText } from './raw-to-text.ts'
import { followable, SafeLink } from './safe-link.tsx'
import './markdown.css'

type HastNode = {
  type?: string
  value?: string
  children?: HastNode[]
  properties?: Record<string, unknown>
}

type Shown = {
  text: string
  /** What a kind of text understands besides, and how it shows it. Both must stay the same objects. */
  remark?: NonNullable<Options['remarkPlugins']> | undefined
  components?: Components | undefined
}

/** Markdown of a session: sanitised, no images from elsewhere, links that reveal nothing. */
export const Markdown = memo(({ text, remark = NONE, components }: Shown) => (
  <div className="markdown tl-foreign" dir="auto">
    <Read text={text} remark={remark} components={components} />
  </div>
))
Markdown.displayName = 'Markdown'

const Read = ({ text, remark = NONE, components }: Shown) => {
  const plain = plainText(text)
  if (isTangled(plain)) return <p className="markdown-plain">{plain}</p>
  return (
    <ReactMarkdown
      remarkPlugins={[...REMARK, ...remark]}
      // The sanitiser stands last: nothing after it can bring anything back.
      rehypePlugins={REHYPE}
      components={components ? { ...COMPONENTS, ...components } : COMPONENTS}
    >
      {plain}
    </ReactMarkdown>
  )
}

const NONE: NonNullable<Options['remarkPlugins']> = []
const REMARK: NonNullable<Options['remarkPlugins']> = [remarkGfm]
const REHYPE: Options['rehypePlugins'] = [rawToText, rehypeSanitize]

/** A session's headings are not the page's: they look like headings and stay out of its outline. */
export const Heading = ({
  level,
  id,
  children,
}: {
  level: number
  id?: string
  children?: React.ReactNode
}) => (
  <p className="markdown-heading" data-level={level} id={id}>
    {children}
  </p>
)

const COMPONENTS: Components = {
  h1: ({ children }) => <Heading level={1}>{children}</Heading>,
  h2: ({ children }) => <Heading level={2}>{children}</Heading>,
  h3: ({ children }) => <Heading level={3}>{children}</Heading>,
  h4: ({ children }) => <Heading level={4}>{children}</Heading>,
  h5: ({ children }) => <Heading level={5}>{children}</Heading>,
  h6: ({ children }) => <Heading level={6}>{children}</Heading>,
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  // A remote image would show its owner who reads this session, and when.
  img: ({ src, alt }) => {
    const address = typeof src === 'string' ? followable(src) : undefined
    return (
      <SafeLink href={address}>
        {`[image: ${alt || (address ? new URL(address).host : 'not shown')}]`}
      </SafeLink>
    )
  },
  pre: ({ node }) => {
    const code = (node as HastNode | undefined)?.children?.[0]
    const word = fenceWord(code)
    return (
      <CodeBlock
        code={textOf(code)}
        language={languageOfFence(word)}
        label={word ? `${word} code` : 'code'}
      />
    )
  },
  table: ({ children }) => (
    <ScrollBox label="table" className="markdown-table">
      <table>{children}</table>
    </ScrollBox>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done' : 'not done'}>
      {checked ? '☑' : '☐'}{' '}
    </span>
  ),
}

const fenceWord = (code: HastNode | undefined): string | undefined => {
  const names = code?.properties?.['className']
  if (!Array.isArray(names)) return undefined
  const name = names.find((each) => typeof each === 'string' && each.startsWith('language-'))
  return typeof name === 'string' ? name.slice('language-'.length) : undefined
}

const textOf = (node: HastNode | undefined): string =>
  node?.value ?? node?.children?.map(textOf).join('') ?? ''
