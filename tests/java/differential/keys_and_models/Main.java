import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.math.BigInteger;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECFieldFp;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.rowset.serial.SerialBlob;
import javax.swing.DefaultListModel;
import javax.swing.table.AbstractTableModel;
import javax.swing.table.DefaultTableModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.swing.tree.DefaultTreeModel;

/** Keys and parameters of ciphers as data, models of lists and tables, a visitor of files. */
public class Main {
    static class Counting extends SimpleFileVisitor<Path> {
        int files;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            files++;
            return super.visitFile(file, attributes);
        }
    }

    static class Squares extends AbstractTableModel {
        private static final long serialVersionUID = 1L;
        int rows = 3;

        @Override
        public int getRowCount() {
            return rows;
        }

        @Override
        public int getColumnCount() {
            return 2;
        }

        @Override
        public Object getValueAt(int row, int column) {
            return column == 0 ? row : row * row;
        }
    }

    public static void main(String[] args) throws Exception {
        SecretKeySpec key = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");
        IvParameterSpec iv = new IvParameterSpec(new byte[16]);
        PBEKeySpec password = new PBEKeySpec("secret".toCharArray(), new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 10, 128);
        GCMParameterSpec tag = new GCMParameterSpec(96, new byte[12]);
        RSAPublicKeySpec rsa = new RSAPublicKeySpec(BigInteger.ONE.shiftLeft(1023).setBit(0), BigInteger.valueOf(65537));
        X509EncodedKeySpec encoded = new X509EncodedKeySpec(KeyFactory.getInstance("RSA").generatePublic(rsa).getEncoded());
        PSSParameterSpec pss = new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        KeyPair pair = generator.generateKeyPair();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        mac.update((byte) 7);
        ECFieldFp field = new ECFieldFp(BigInteger.valueOf(23));
        Counting visitor = new Counting();
        Files.walkFileTree(Path.of("."), visitor);
        Squares squares = new Squares();
        StringBuilder events = new StringBuilder();
        squares.addTableModelListener(e -> events.append(e.getType()).append(';'));
        DefaultTableModel table = new DefaultTableModel(new Object[][] {{1, "a"}, {2, "b"}}, new Object[] {"n", "s"});
        DefaultListModel<String> list = new DefaultListModel<>();
        list.addElement("one");
        DefaultTreeModel tree = new DefaultTreeModel(new DefaultMutableTreeNode("root"));
        SerialBlob blob = new SerialBlob(new byte[] {1, 2, 3});
        MemoryUsage usage = new MemoryUsage(1, 2, 3, 4);
        System.out.println("prepared"); // here
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key, iv);
        System.out.println(Arrays.toString(cipher.doFinal("text".getBytes())) + key.getAlgorithm() + key.hashCode());
        byte[] derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1").generateSecret(password).getEncoded();
        System.out.println(Arrays.toString(derived) + tag.getTLen() + rsa.getPublicExponent());
        System.out.println(KeyFactory.getInstance("RSA").generatePublic(encoded).equals(KeyFactory.getInstance("RSA").generatePublic(rsa)));
        System.out.println(((MGF1ParameterSpec) pss.getMGFParameters()).getDigestAlgorithm() + (pss.getMGFParameters() == MGF1ParameterSpec.SHA256) + field.equals(new ECFieldFp(BigInteger.valueOf(23))));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(pair.getPrivate());
        byte[] signed = signature.sign();
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded())));
        System.out.println(signature.verify(signed) + " " + pair.getPublic().getFormat() + Arrays.toString(mac.doFinal()));
        Files.walkFileTree(Path.of("."), visitor);
        System.out.println(visitor.files > 0);
        squares.rows++;
        squares.fireTableRowsInserted(3, 3);
        table.addRow(new Object[] {3, "c"});
        list.addElement("two");
        ((DefaultMutableTreeNode) tree.getRoot()).add(new DefaultMutableTreeNode("leaf"));
        tree.reload();
        System.out.println(events + " " + squares.getValueAt(3, 1) + table.getDataVector() + list + tree.getChildCount(tree.getRoot()));
        System.out.println(blob.length() + blob.position(new byte[] {2}, 1) + usage.getMax() + ManagementFactory.getRuntimeMXBean().getVmName().length() * 0);
    }
}
