package jcp.runtime.kinds;

import jcp.runtime.jvm.Access;

/**
 * Where zlib's two structures have their pointers, and what tells them from others: offsets in bytes since zlib 1.2.12 (deflate.h,
 * inflate.h), on 64 bits. Of pointers to pieces of memory, and of those into the structure, such pieces, or zlib's constants.
 */
public enum ZlibTable {
    /** {@code deflate_state}: pending_buf, window, prev, head; strm, pending_out, the trees and their descriptions, sym_buf. */
    DEFLATE(5952, new int[] {16, 96, 112, 120}, new int[] {0, 32, 2904, 2920, 2928, 2944, 2952, 2968, 5888}) {
        @Override
        public int length(long state, int piece) {
            switch (piece) {
                case 0: return (int) Access.U.getLong(state + 24); // pending_buf_size
                case 3: return 2 * Access.U.getInt(state + 132); // hash_size
                default: return 2 * Access.U.getInt(state + 80); // w_size
            }
        }

        @Override
        public boolean isLike(long state) {
            int window = Access.U.getInt(state + 80); // w_size; w_bits, w_mask and window_size follow
            int hashes = Access.U.getInt(state + 132); // hash_size; hash_bits and hash_mask follow
            int symbols = Access.U.getInt(state + 5896); // lit_bufsize, of pending_buf_size, pending_buf and sym_buf
            return window == 1 << Access.U.getInt(state + 84) && Access.U.getInt(state + 88) == window - 1
                && Access.U.getLong(state + 104) == 2L * window
                && hashes == 1 << Access.U.getInt(state + 136) && Access.U.getInt(state + 140) == hashes - 1
                && Access.U.getLong(state + 24) == 4L * symbols
                && Access.U.getLong(state + 5888) - Access.U.getLong(state + 16) == symbols
                && Access.U.getLong(state + 2904) == state + 212 // l_desc, dyn_ltree; d_desc, dyn_dtree; bl_desc, bl_tree
                && Access.U.getLong(state + 2928) == state + 2504 && Access.U.getLong(state + 2952) == state + 2748
                && Access.U.getLong(state + 56) == 0; // gzhead: the JDK writes such headers itself
        }
    },
    /** {@code inflate_state}: window; strm, lencode, distcode, next. */
    INFLATE(7144, new int[] {72}, new int[] {0, 104, 112, 144}) {
        @Override
        public int length(long state, int piece) {
            return Access.U.getInt(state + 60); // wsize: 0 where the window has nothing that counts
        }

        @Override
        public boolean isLike(long state) {
            int mode = Access.U.getInt(state + 8); // HEAD to SYNC
            int bits = Access.U.getInt(state + 56); // wbits
            int size = Access.U.getInt(state + 60); // wsize; whave and wnext follow
            return mode >= 16180 && mode <= 16211 && bits >= 0 && bits <= 15
                && (size == 0 || size == 1 << bits && Access.U.getLong(state + 72) != 0)
                && Integer.compareUnsigned(Access.U.getInt(state + 64), size) <= 0
                && Integer.compareUnsigned(Access.U.getInt(state + 68), size) <= 0 && Access.U.getLong(state + 48) == 0; // head
        }
    };

    /** How long the structure is at least, in bytes. */
    final int least;
    final int[] pieces;
    final int[] pointers;

    ZlibTable(int least, int[] pieces, int[] pointers) {
        this.least = least;
        this.pieces = pieces;
        this.pointers = pointers;
    }

    /** The length of a piece in bytes, as the structure says. */
    abstract int length(long state, int piece);

    /** Whether numbers and pointers of the structure are related as they must be. */
    abstract boolean isLike(long state);
}
