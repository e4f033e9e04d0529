package org.icsqlite.natives;

/**
 * Makes a stack that is nearly used up overflow here, in Java, where that is an error like any
 * other. SQLite runs on the same stack and calls back into Java: an overflow there would end in the
 * middle of a callback, with a lock held or with the virtual machine gone.
 *
 * <p>The probe goes down 40 frames, each with room for 120 values of 8 bytes: about 40 KiB once
 * compiled, by either compiler, and 80 KiB before. Only the deepest frame fills its room; what
 * costs time is the number of frames.
 */
public final class StackHeadroom {

  private static final int FRAMES = 40;

  /** Zeros, which the compiler does not know: loaded anew after a call, so kept across it. */
  private static final long[] VALUES = new long[120];

  private StackHeadroom() {}

  /** Throws StackOverflowError when there is not room for a call into SQLite. */
  public static void require() {
    if (probe(FRAMES) != 0) {
      throw new AssertionError();
    }
  }

  /** Each value lives across the second call, which is what makes every frame large. */
  private static long probe(int left) {
    if (left > 0) {
      return probe(left - 1);
    }
    if (left < 0) {
      return 0;
    }
    long v0 = VALUES[0];
    long v1 = VALUES[1];
    long v2 = VALUES[2];
    long v3 = VALUES[3];
    long v4 = VALUES[4];
    long v5 = VALUES[5];
    long v6 = VALUES[6];
    long v7 = VALUES[7];
    long v8 = VALUES[8];
    long v9 = VALUES[9];
    long v10 = VALUES[10];
    long v11 = VALUES[11];
    long v12 = VALUES[12];
    long v13 = VALUES[13];
    long v14 = VALUES[14];
    long v15 = VALUES[15];
    long v16 = VALUES[16];
    long v17 = VALUES[17];
    long v18 = VALUES[18];
    long v19 = VALUES[19];
    long v20 = VALUES[20];
    long v21 = VALUES[21];
    long v22 = VALUES[22];
    long v23 = VALUES[23];
    long v24 = VALUES[24];
    long v25 = VALUES[25];
    long v26 = VALUES[26];
    long v27 = VALUES[27];
    long v28 = VALUES[28];
    long v29 = VALUES[29];
    long v30 = VALUES[30];
    long v31 = VALUES[31];
    long v32 = VALUES[32];
    long v33 = VALUES[33];
    long v34 = VALUES[34];
    long v35 = VALUES[35];
    long v36 = VALUES[36];
    long v37 = VALUES[37];
    long v38 = VALUES[38];
    long v39 = VALUES[39];
    long v40 = VALUES[40];
    long v41 = VALUES[41];
    long v42 = VALUES[42];
    long v43 = VALUES[43];
    long v44 = VALUES[44];
    long v45 = VALUES[45];
    long v46 = VALUES[46];
    long v47 = VALUES[47];
    long v48 = VALUES[48];
    long v49 = VALUES[49];
    long v50 = VALUES[50];
    long v51 = VALUES[51];
    long v52 = VALUES[52];
    long v53 = VALUES[53];
    long v54 = VALUES[54];
    long v55 = VALUES[55];
    long v56 = VALUES[56];
    long v57 = VALUES[57];
    long v58 = VALUES[58];
    long v59 = VALUES[59];
    long v60 = VALUES[60];
    long v61 = VALUES[61];
    long v62 = VALUES[62];
    long v63 = VALUES[63];
    long v64 = VALUES[64];
    long v65 = VALUES[65];
    long v66 = VALUES[66];
    long v67 = VALUES[67];
    long v68 = VALUES[68];
    long v69 = VALUES[69];
    long v70 = VALUES[70];
    long v71 = VALUES[71];
    long v72 = VALUES[72];
    long v73 = VALUES[73];
    long v74 = VALUES[74];
    long v75 = VALUES[75];
    long v76 = VALUES[76];
    long v77 = VALUES[77];
    long v78 = VALUES[78];
    long v79 = VALUES[79];
    long v80 = VALUES[80];
    long v81 = VALUES[81];
    long v82 = VALUES[82];
    long v83 = VALUES[83];
    long v84 = VALUES[84];
    long v85 = VALUES[85];
    long v86 = VALUES[86];
    long v87 = VALUES[87];
    long v88 = VALUES[88];
    long v89 = VALUES[89];
    long v90 = VALUES[90];
    long v91 = VALUES[91];
    long v92 = VALUES[92];
    long v93 = VALUES[93];
    long v94 = VALUES[94];
    long v95 = VALUES[95];
    long v96 = VALUES[96];
    long v97 = VALUES[97];
    long v98 = VALUES[98];
    long v99 = VALUES[99];
    long v100 = VALUES[100];
    long v101 = VALUES[101];
    long v102 = VALUES[102];
    long v103 = VALUES[103];
    long v104 = VALUES[104];
    long v105 = VALUES[105];
    long v106 = VALUES[106];
    long v107 = VALUES[107];
    long v108 = VALUES[108];
    long v109 = VALUES[109];
    long v110 = VALUES[110];
    long v111 = VALUES[111];
    long v112 = VALUES[112];
    long v113 = VALUES[113];
    long v114 = VALUES[114];
    long v115 = VALUES[115];
    long v116 = VALUES[116];
    long v117 = VALUES[117];
    long v118 = VALUES[118];
    long v119 = VALUES[119];
    long sum = probe(-1);
    sum |= v0 | v1 | v2 | v3 | v4 | v5 | v6 | v7 | v8 | v9;
    sum |= v10 | v11 | v12 | v13 | v14 | v15 | v16 | v17 | v18 | v19;
    sum |= v20 | v21 | v22 | v23 | v24 | v25 | v26 | v27 | v28 | v29;
    sum |= v30 | v31 | v32 | v33 | v34 | v35 | v36 | v37 | v38 | v39;
    sum |= v40 | v41 | v42 | v43 | v44 | v45 | v46 | v47 | v48 | v49;
    sum |= v50 | v51 | v52 | v53 | v54 | v55 | v56 | v57 | v58 | v59;
    sum |= v60 | v61 | v62 | v63 | v64 | v65 | v66 | v67 | v68 | v69;
    sum |= v70 | v71 | v72 | v73 | v74 | v75 | v76 | v77 | v78 | v79;
    sum |= v80 | v81 | v82 | v83 | v84 | v85 | v86 | v87 | v88 | v89;
    sum |= v90 | v91 | v92 | v93 | v94 | v95 | v96 | v97 | v98 | v99;
    sum |= v100 | v101 | v102 | v103 | v104 | v105 | v106 | v107 | v108 | v109;
    sum |= v110 | v111 | v112 | v113 | v114 | v115 | v116 | v117 | v118 | v119;
    return sum;
  }
}
