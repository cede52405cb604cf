import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** FFmpeg with libx264, libvpx-vp9, libopus, aac and libmp3lame. */
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg';

/** Runs FFmpeg and feeds it `frames` on its standard input, at FFmpeg's pace. */
export async function encode(args: readonly string[], frames?: AsyncIterable<Buffer>): Promise<void> {
  const child = spawn(ffmpeg, ['-y', '-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const frame of frames ?? []) {
    if (!child.stdin.write(frame)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${args.join(' ')}`);
}

/** Leaves out the version of the encoder, so that the same frames give the same file. */
export const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
